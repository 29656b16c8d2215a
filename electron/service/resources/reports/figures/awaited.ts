import { randomUUID } from 'node:crypto';
import type { Query } from '../../../store/query';
import type { Store } from '../../../store/store';

type Asking = {
  /** The caller's view, which shows only its newest answer. */
  view: string | undefined;
  /** Aborted when the caller closes the request. */
  signal: AbortSignal;
};

/** Long queries that somebody waits for. Nobody waits any longer once the request is closed, or its view asks again. */
export class Awaited {
  /** The name of the newest query of each view. */
  private readonly newest = new Map<string, string>();

  constructor(private readonly store: Pick<Store, 'compute' | 'stop'>) {}

  /** The result of a query. Refused with Conflict once nobody waits for it. */
  async compute<I, O>(query: Query<I, O>, input: I, { view, signal }: Asking): Promise<O> {
    const name = `awaited ${randomUUID()}`;
    const stop = () => this.store.stop(name);
    const before = view === undefined ? undefined : this.newest.get(view);
    if (before !== undefined) this.store.stop(before);
    if (view !== undefined) this.newest.set(view, name);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const result = this.store.compute(query, input, name);
      if (signal.aborted) stop();
      return await result;
    } finally {
      signal.removeEventListener('abort', stop);
      if (view !== undefined && this.newest.get(view) === name) this.newest.delete(view);
    }
  }
}
