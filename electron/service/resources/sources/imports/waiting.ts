import { minuteMs } from '@shared/duration';
import type { ImportOptions } from './options';
import type { Finish } from './queries';

export type End = Pick<Finish, 'status' | 'reason'>;
/**
 * `end`: the import has ended, and only storing its end waits for space. `tries`: failed runs since it began to wait.
 */
export type Waiting = { options: ImportOptions; needed_bytes: number; end?: End; tries: number };

const firstDelayMs = 2_000;
const longestDelayMs = 10 * minuteMs;

/**
 * The imports that wait for space. Under a quota, the disk reports space that is not available. Therefore each failed
 * try doubles the delay until the next, because every try reads the whole source.
 */
export class WaitingImports {
  private readonly byId = new Map<string, Waiting & { from: number }>();

  /** The interval for checking whether one of them can continue. */
  static readonly lookEveryMs = firstDelayMs;

  add(one: Waiting, now: number): void {
    const from = now + Math.min(longestDelayMs, firstDelayMs * 2 ** one.tries);
    this.byId.set(one.options.import_id, { ...one, from });
  }

  get isEmpty(): boolean {
    return this.byId.size === 0;
  }

  get(importId: string): Waiting | undefined {
    return this.byId.get(importId);
  }

  /** The imports that still have to run, rather than only store their end. */
  all(): Waiting[] {
    return [...this.byId.values()].filter(({ end }) => !end);
  }

  take(importId: string): Waiting | undefined {
    const one = this.byId.get(importId);
    this.byId.delete(importId);
    return one;
  }

  /** Takes the import that has waited longest, among those that may be tried now and fit. */
  takeNext(now: number, fits: (needed_bytes: number) => boolean): Waiting | undefined {
    for (const [importId, { from, needed_bytes }] of this.byId) {
      if (from <= now && fits(needed_bytes)) return this.take(importId);
    }
    return undefined;
  }
}
