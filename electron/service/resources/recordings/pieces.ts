/** The pieces until `signal`, also while the next one is awaited. */
export async function* until(signal: AbortSignal, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  const stopped = new Promise<{ done: true; value: undefined }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
  });
  while (!signal.aborted) {
    const next = await Promise.race([source.next(), stopped]);
    if (next.done) return;
    yield next.value;
  }
}
