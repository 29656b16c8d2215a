import { dirname } from 'node:path';
import { minuteMs } from '@shared/duration';
import type { Watched } from './watch-job';

/** A file that did not change for this long is complete. */
export const quietMs = 4_000;
/** A recording that ends before its header says is given this long. */
export const cutOffMs = 10 * minuteMs;
/** How long a complete recording waits for call details that are still being written. */
const recordsMs = minuteMs;

/** How long each file of a folder has not changed, on a monotonic clock. */
export class Settled {
  private since = new Map<string, { version: string; at: number }>();

  /** Notes the files as they are now. */
  look(files: readonly Watched[], now: number): void {
    const known = this.since;
    this.since = new Map(
      files.map(({ path, version }) => {
        const before = known.get(path);
        return [path, before?.version === version ? before : { version, at: now }];
      }),
    );
  }

  /** How long a file has not changed, in ms. */
  quiet(path: string, now: number): number {
    return now - (this.since.get(path)?.at ?? now);
  }

  /** Those of these files that have not changed for a while. */
  quietOnes(files: readonly Watched[], now: number): Watched[] {
    return files.filter(({ path }) => this.quiet(path, now) >= quietMs);
  }

  /**
   * The recordings that are complete. While call details in their folder are being written, they wait for a while, since
   * the details may be theirs.
   */
  complete(files: readonly Watched[], now: number): Watched[] {
    const isQuiet = ({ path }: Watched) => this.quiet(path, now) >= quietMs;
    const busy = new Set(
      files.filter((file) => file.kind === 'records' && !isQuiet(file)).map(({ path }) => dirname(path)),
    );
    return files.filter(
      (file) =>
        file.kind === 'audio' &&
        isQuiet(file) &&
        (!busy.has(dirname(file.path)) || this.quiet(file.path, now) >= recordsMs),
    );
  }
}
