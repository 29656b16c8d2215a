import { type BrowserWindow, dialog } from 'electron';
import { faultOf, type Log } from '../service/log';
import type { wordsIn } from './words';

type Options = {
  imports: () => { isRunning(): boolean; idle(): Promise<void>; cancelAll(): Promise<void> };
  words: () => ReturnType<typeof wordsIn>;
  /** A signal, or a computer that shuts down, does not wait for an answer. */
  isQuitting: () => boolean;
  log: Log;
};

/** Asks before the window closes while an import is running. The next start continues an unfinished import. */
export function askBeforeClosing(window: BrowserWindow, { imports, words, isQuitting, log }: Options): void {
  let isAgreed = false;
  let isAsking = false;
  const ask = async () => {
    const { importRuns, importRunsDetail, continueLater, cancelImport, keepOpen } = words();
    const over = new AbortController();
    void imports()
      .idle()
      .finally(() => over.abort());
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: importRuns,
      detail: importRunsDetail,
      buttons: [continueLater, cancelImport, keepOpen],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
      signal: over.signal,
    });
    // Once no import runs, there is nothing left to ask.
    if (response === 2 && !over.signal.aborted) return;
    // An import that cannot be marked as cancelled continues at the next start.
    if (response === 1)
      await imports()
        .cancelAll()
        .catch((cause) => log(faultOf(cause), 'import not cancelled'));
    isAgreed = true;
    window.close();
  };

  // The page asks before unsaved input is lost, but must not block a quit that nobody can answer.
  window.webContents.on('will-prevent-unload', (event) => {
    if (isQuitting()) event.preventDefault();
  });
  window.on('close', (event) => {
    if (isAgreed || isQuitting() || !imports().isRunning()) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  });
}
