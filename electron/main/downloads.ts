import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NotSaved, Saving } from '@shared/ipc';
import { app, type BrowserWindow, dialog } from 'electron';
import type { wordsIn } from './words';

const reportEveryMs = 1000;

type Options = {
  window: () => BrowserWindow | undefined;
  /** Calls the API with the window's session. */
  fetch: (address: string, headers?: Record<string, string>) => Promise<Response>;
  /** Aborted when the window's session ends. */
  session: () => AbortSignal;
  send: (saving: Saving) => void;
  words: () => ReturnType<typeof wordsIn>;
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
      // The head is enough to get the name, or the service's refusal.
      const first = await this.options.fetch(address, { Range: 'bytes=0-0' });
      if (first.ok) await first.body?.cancel();
      else return signal.aborted ? null : { status: first.status, body: await first.text().catch(() => '') };
      if (signal.aborted) return null;
      const path = await this.askWhere(nameIn(first));
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

  private async askWhere(name: string): Promise<string | undefined> {
    const window = this.options.window();
    if (!window) return undefined;
    const title = this.options.words().saveFile;
    const defaultPath = join(app.getPath('downloads'), name);
    const { canceled, filePath } = await dialog.showSaveDialog(window, { title, defaultPath });
    return canceled ? undefined : filePath;
  }

  /**
   * Writes to a temporary file and renames it, so that the target is always a complete recording or the previous file.
   */
  private async write(id: number, address: string, path: string, signal: AbortSignal): Promise<void> {
    const part = `${path}.${randomUUID().slice(0, 8)}.part`;
    let [received_bytes, total_bytes] = [0, 0];
    const report = (state: Saving['state']) =>
      this.options.send({ id, name: basename(path), received_bytes, total_bytes, state });
    const timer = setInterval(() => report('running'), reportEveryMs);
    // After the session ends, the window may belong to another user.
    signal.addEventListener('abort', () => clearInterval(timer));
    try {
      const response = await this.options.fetch(address);
      if (!response.ok || !response.body) throw new Error(`The service answered ${response.status}.`);
      total_bytes = Number(response.headers.get('content-length'));
      await writeTo(part, response.body, signal, (bytes) => {
        received_bytes += bytes;
      });
      await rename(part, path);
      report('done');
    } catch {
      await rm(part, { force: true });
      report(signal.aborted ? 'cancelled' : 'failed');
    } finally {
      clearInterval(timer);
    }
  }
}

/** Writes the stream to a new file. An abort does not wait for a disk that no longer responds. */
async function writeTo(
  path: string,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<void> {
  const reader = body.getReader();
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  aborted.catch(() => undefined);
  const file = await open(path, 'wx');
  try {
    signal.throwIfAborted();
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), aborted]);
      if (done) break;
      await file.writeFile(value);
      count(value.length);
    }
    await file.sync();
  } finally {
    void reader.cancel().catch(() => undefined);
    await file.close();
  }
}

/** The name in the service's Content-Disposition (RFC 6266), from its encoded form, which is complete. */
function nameIn({ headers }: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
  return basename(decodeURIComponent(encoded ?? 'recording'));
}
