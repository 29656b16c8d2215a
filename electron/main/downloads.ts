import { basename, join } from 'node:path';
import type { Saving } from '@shared/ipc';
import { app, type DownloadItem, type Session } from 'electron';
import type { wordsIn } from './words';

const reportAfterMs = 1000;

type Options = { send: (saving: Saving) => void; words: () => ReturnType<typeof wordsIn> };

/**
 * What the page downloads: asks where to keep it, under the name that the service gave it, and reports how far it is. One
 * that is done within a second is reported once, at its end.
 */
export class Downloads {
  readonly #running = new Map<number, DownloadItem>();
  readonly #options: Options;
  #count = 0;

  constructor(session: Session, options: Options) {
    this.#options = options;
    session.on('will-download', (_, item) => this.#take(item));
  }

  /** Ends a download and removes what was written of it; nothing happens to one that has ended. */
  stop(id: number): void {
    this.#running.get(id)?.cancel();
  }

  #take(item: DownloadItem): void {
    this.#count += 1;
    const id = this.#count;
    this.#running.set(id, item);
    const title = this.#options.words().saveRecording;
    item.setSaveDialogOptions({ title, defaultPath: join(app.getPath('downloads'), item.getFilename()) });
    const report = (state: Saving['state']) =>
      this.#options.send({
        id,
        name: nameOf(item),
        received_bytes: item.getReceivedBytes(),
        total_bytes: item.getTotalBytes(),
        state,
      });
    let begun: number | undefined;
    let isBroken = false;
    item.on('updated', (_, state) => {
      // A broken one would wait to be resumed, which the page does not offer.
      isBroken = state === 'interrupted';
      if (isBroken) return item.cancel();
      // Until the dialog is answered it goes into a temporary file.
      if (item.getSavePath() === '') return;
      begun ??= Date.now();
      if (Date.now() - begun >= reportAfterMs) report('running');
    });
    item.once('done', (_, state) => {
      this.#running.delete(id);
      if (state === 'completed') report('done');
      else report(isBroken || state === 'interrupted' ? 'failed' : 'cancelled');
    });
  }
}

const nameOf = (item: DownloadItem) => basename(item.getSavePath()) || item.getFilename();
