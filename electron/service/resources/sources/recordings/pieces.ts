/** The pieces until `signal`, also while the next one is awaited. */
export async function* until(signal: AbortSignal, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let stop = () => {};
  signal.addEventListener('abort', () => stop(), { once: true });
  while (!signal.aborted) {
    // Not a race with one promise for the whole time, which would keep every piece in memory.
    const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      stop = () => resolve({ done: true, value: undefined });
      source.next().then(resolve, reject);
    });
    if (next.done) return;
    yield next.value;
  }
}
