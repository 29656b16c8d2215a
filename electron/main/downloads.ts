import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NotSaved, Saving } from '@shared/ipc';
import { app, type BrowserWindow, dialog } from 'electron';
import { faultOf, type Log } from '../service/log';
import { replaceFile } from './replace-file';
import type { wordsIn } from './words';

const reportEveryMs = 1000;

type Options = {
  window: () => BrowserWindow | undefined;
  /** Calls the API with the window's session. */
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Aborted when the window's session ends. */
  session: () => AbortSignal;
  send: (saving: Saving) => void;
  words: () => ReturnType<typeof wordsIn>;
  log: Log;
};

/**
 * Saves recordings and exports to files chosen by the user. Chromium's own downloads are not used: they write the data into a
 * temporary file before a file is chosen, and after a crash that file remains, decrypted.
 */
export class Downloads {
  private readonly running = new Map<number, AbortController>();
  private readonly writing = new Set<Promise<void>>();
  private count = 0;

  constructor(private readonly options: Options) {}

  /** Asks where to save the file at an address of the API, suggesting the service's name for it, and saves it. */
  async save(address: string): Promise<NotSaved | null> {
    this.count += 1;
    const id = this.count;
    const stop = new AbortController();
    const signal = AbortSignal.any([this.options.session(), stop.signal]);
    this.running.set(id, stop);
    try {
      // A GET would be audited as a download before anyone has chosen to make one.
      const head = await this.options.fetch(address, { method: 'HEAD' });
      const refused = head.ok ? null : await this.refusalOf(address, head);
      if (refused || signal.aborted) return signal.aborted ? null : refused;
      const path = await this.askWhere(nameIn(head));
      if (!path || signal.aborted) return null;
      const written = this.write(id, address, path, signal);
      this.writing.add(written);
      await written.finally(() => this.writing.delete(written));
      return null;
    } finally {
      this.running.delete(id);
    }
  }

  /** Cancels a download and removes its partial file; does nothing when it has ended. */
  stop(id: number): void {
    this.running.get(id)?.abort();
  }

  /** Cancels all downloads, as the end of the session does. An answer to a dialog that is still open has no effect. */
  async stopAll(): Promise<void> {
    for (const stop of this.running.values()) stop.abort();
    await Promise.all(this.writing);
  }

  /** The refusal whose status a HEAD has returned. Only a GET returns its text. */
  private async refusalOf(address: string, { status }: Response): Promise<NotSaved> {
    const response = await this.options.fetch(address);
    if (!response.ok) return { status: response.status, body: await response.text().catch(() => '') };
    await response.body?.cancel();
    return { status, body: '' };
  }

  private async askWhere(name: string): Promise<string | undefined> {
    const window = this.options.window();
    if (!window) return undefined;
    const title = this.options.words().saveFile;
    const defaultPath = join(app.getPath('downloads'), name);
    const { canceled, filePath } = await dialog.showSaveDialog(window, { title, defaultPath });
    return canceled ? undefined : filePath;
  }

  /** Saves the file. It is created before the service is asked: a stream that nobody reads would never be closed. */
  private async write(id: number, address: string, path: string, signal: AbortSignal): Promise<void> {
    let [received_bytes, total_bytes] = [0, 0];
    const report = (state: Saving['state']) =>
      this.options.send({ id, name: basename(path), received_bytes, total_bytes, state });
    const timer = setInterval(() => report('running'), reportEveryMs);
    // After the session ends, the window may belong to another user.
    signal.addEventListener('abort', () => clearInterval(timer));
    try {
      await replaceFile(path, async (file) => {
        const response = await this.options.fetch(address);
        if (!response.ok || !response.body) throw new Error(`The service answered ${response.status}.`);
        total_bytes = Number(response.headers.get('content-length'));
        await copy(response.body, file, signal, (bytes) => {
          received_bytes += bytes;
        });
      });
      report('done');
    } catch (cause) {
      if (!signal.aborted) this.options.log(faultOf(cause), 'a file was not saved');
      report(signal.aborted ? 'cancelled' : 'failed');
    } finally {
      clearInterval(timer);
    }
  }
}

/** Writes the stream to a file. An abort does not wait for a disk that no longer responds. */
async function copy(
  body: ReadableStream<Uint8Array>,
  file: FileHandle,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<void> {
  const reader = body.getReader();
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  aborted.catch(() => undefined);
  try {
    signal.throwIfAborted();
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), aborted]);
      if (done) break;
      await file.writeFile(value);
      count(value.length);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The name in the service's Content-Disposition (RFC 6266), from its encoded form, which is complete. */
function nameIn({ headers }: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  return basename(decodeURIComponent(encoded ?? 'recording'));
}
