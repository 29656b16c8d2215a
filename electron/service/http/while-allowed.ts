import { setTimeout as pause } from 'node:timers/promises';

/** The rights of a caller are checked this often while a request or its response takes long. */
export const checkMs = 1_000;

/** The pieces of a request, as long as `again` allows it; then this throws its refusal, even if no piece arrives. */
export async function* whileAllowed(
  again: () => Promise<unknown>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let next = source.next();
  let checkAt = performance.now() + checkMs;
  while (true) {
    const timer = new AbortController();
    const due = pause(Math.max(0, checkAt - performance.now()), undefined, { signal: timer.signal, ref: false });
    const piece = await Promise.race([next, due.catch(() => undefined)]).finally(() => timer.abort());
    if (performance.now() >= checkAt) {
      // Its end is not awaited if this is refused.
      next.catch(() => undefined);
      await again();
      checkAt = performance.now() + checkMs;
    }
    if (!piece) continue;
    if (piece.done) return;
    yield piece.value;
    next = source.next();
  }
}
