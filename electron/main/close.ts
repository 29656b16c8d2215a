import { setTimeout as pause } from 'node:timers/promises';
import { endingMs } from '@shared/ipc';
import { app, type BrowserWindow, dialog } from 'electron';
import { type Log, logged } from '../service/log';
import type { Stay } from './stay';
import type { wordsIn } from './words';

type Options = {
  imports: () => { isRunning(): boolean; idle(): Promise<void>; cancelAll(): Promise<void> };
  stay: Pick<Stay, 'ask' | 'mayGo'>;
  /** The recording that the page makes. */
  recording: { isOn: () => boolean; stop: () => void; over: () => Promise<void> };
  words: () => ReturnType<typeof wordsIn>;
  /** A signal, or a computer that shuts down, does not wait for an answer. */
  isQuitting: () => boolean;
  log: Log;
};

/** The page ends its recording within this time, in ms; otherwise it is ended without the page. */
const stopMs = Object.values(endingMs).reduce((sum, ms) => sum + ms, 2_000);

/** The windows whose user has answered everything that main asks, and those of them that the page then kept open. */
const [agreed, held] = [new WeakSet<BrowserWindow>(), new WeakSet<BrowserWindow>()];

/** The windows that a person closes to end the program, before and after they have answered what main asks. */
const [quitting, quits] = [new WeakSet<BrowserWindow>(), new WeakSet<BrowserWindow>()];

/** Ends the program for a person: through its window, which asks what would be lost. */
export function quitThrough(window: BrowserWindow): void {
  quitting.add(window);
  window.show();
  window.close();
}

/** Closes a window for its page: what main has asked before the page did is not asked again. */
export function closeForPage(window: BrowserWindow): void {
  if (held.delete(window)) agreed.add(window);
  window.close();
}

/**
 * Asks before the window closes if something would end with the program: what others need of it, a recording, or an import,
 * which the next start continues. A program that stays keeps a window that records, hidden.
 */
export function askBeforeClosing(
  window: BrowserWindow,
  { imports, stay, recording, words, isQuitting, log }: Options,
): void {
  let isAsking = false;
  const askAboutImport = async (): Promise<boolean> => {
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
    if (response === 2 && !over.signal.aborted) return false;
    // An import that cannot be marked as cancelled continues at the next start.
    if (response === 1) await imports().cancelAll().catch(logged(log, 'import not cancelled'));
    return true;
  };
  const askAboutRecording = async (): Promise<boolean> => {
    const { records, recordsDetail, stopAndKeep, keepOpen } = words();
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: records,
      detail: recordsDetail,
      buttons: [stopAndKeep, keepOpen],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) return !recording.isOn();
    recording.stop();
    await Promise.race([recording.over(), pause(stopMs, undefined, { ref: false })]);
    if (recording.isOn()) {
      log({}, 'the page did not end its recording in time');
      const { notEnded, notEndedDetail } = words();
      await dialog.showMessageBox(window, { type: 'warning', message: notEnded, detail: notEndedDetail });
    }
    return true;
  };
  const ask = async () => {
    if (quitting.delete(window)) quits.add(window);
    const stays = quits.has(window) ? false : await stay.ask(window);
    if (stays === null || window.isDestroyed()) return;
    if (stays) {
      if (!(await stay.mayGo(window))) return;
      if (recording.isOn()) return window.hide();
    } else {
      if (recording.isOn() && !(await askAboutRecording())) return;
      if (imports().isRunning() && !(await askAboutImport())) return;
    }
    agreed.add(window);
    window.close();
  };

  // The page asks before unsaved input is lost, but must not block a quit that nobody can answer.
  window.webContents.on('will-prevent-unload', (event) => {
    if (isQuitting()) event.preventDefault();
    // The page asks in its turn, and may keep its window.
    else if (agreed.delete(window)) held.add(window);
  });
  window.on('close', (event) => {
    if (!agreed.has(window)) {
      held.delete(window);
      quits.delete(window);
    }
    if (agreed.has(window) || isQuitting()) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void ask()
      .catch(logged(log, 'the window did not close'))
      .finally(() => {
        isAsking = false;
      });
  });
  window.once('closed', () => {
    if (quits.has(window)) app.quit();
  });
}

/** Calls `gone` each time the page is gone: it is loaded again, has crashed, or its window is closed. */
export function whenPageIsGone(window: BrowserWindow, gone: () => void): void {
  const { webContents } = window;
  window.once('closed', gone);
  webContents.on('render-process-gone', gone);
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) gone();
  });
}
