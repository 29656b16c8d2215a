import { randomUUID } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { Streams } from '../../../../http/streams';
import { Refusal } from '../../../../refusal';
import type { Query } from '../../../../store/query';
import type { Store } from '../../../../store/store';

/** The longest that a caller waits, for a turn and for the result. */
const maxSeconds = 60;
/** A page of marked fields asks for six at once. */
const limits = { perPerson: 8, inAll: 24, why: reason('busy') };

type Asking = {
  /** The id of the caller. */
  person: string;
  /** The caller's view, which shows only its newest answer. */
  view: string | undefined;
  /** Aborted when the caller closes the request. */
  signal: AbortSignal;
};

/** Long queries that a caller waits for. A query is stopped when its request is closed, or its view asks again. */
export class Awaited {
  /** How the newest query of each view is stopped. */
  private readonly newest = new Map<string, () => void>();
  private readonly places = new Streams(limits);

  constructor(private readonly store: Pick<Store, 'compute' | 'stop'>) {}

  /**
   * The result of a query. Refused with Conflict once nobody waits for it, and with TooManyRequests if too many are
   * waited for, or after a minute.
   */
  async compute<I, O>(query: Query<I, O>, input: I, { person, view, signal }: Asking): Promise<O> {
    if (view !== undefined) this.newest.get(view)?.();
    const leave = this.places.take(person);
    const name = `awaited ${randomUUID()}`;
    const stop = () => {
      // The place is free at once, also if the thread takes a moment to stop.
      leave();
      this.store.stop(name);
    };
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      stop();
    }, maxSeconds * 1000);
    if (view !== undefined) this.newest.set(view, stop);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const result = this.store.compute(query, input, name);
      if (signal.aborted) stop();
      return await result;
    } catch (cause) {
      throw isLate ? new Refusal('TooManyRequests', reason('search_too_slow', { seconds: maxSeconds })) : cause;
    } finally {
      clearTimeout(deadline);
      leave();
      signal.removeEventListener('abort', stop);
      if (view !== undefined && this.newest.get(view) === stop) this.newest.delete(view);
    }
  }
}
