/**
 * Limits requests to `most` in each second of `elapsed`, a monotonic clock in ms. The returned function says whether one
 * more may pass.
 */
export function rateLimit(most: number, elapsed: () => number): () => boolean {
  let second = -1;
  let count = 0;
  return () => {
    const now = Math.floor(elapsed() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= most;
  };
}
