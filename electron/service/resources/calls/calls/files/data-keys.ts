const keysKept = 64;

/**
 * The data keys of the last 64 files, by the MAC of their header. Returns copies, because a dropped key is zeroed,
 * which must not affect a file that is being opened with it.
 */
export class DataKeys {
  private readonly known = new Map<string, Buffer>();

  /** A copy, which the caller zeroes. */
  find(mac: string): Buffer | undefined {
    const known = this.known.get(mac);
    return known && Buffer.from(known);
  }

  /** Takes ownership of `dataKey` and drops the oldest entry when the cache is full. */
  keep(mac: string, dataKey: Buffer): void {
    this.drop(mac);
    this.known.set(mac, dataKey);
    const [oldest] = this.known.keys();
    if (this.known.size > keysKept && oldest !== undefined) this.drop(oldest);
  }

  forget(): void {
    for (const mac of this.known.keys()) this.drop(mac);
  }

  private drop(mac: string): void {
    this.known.get(mac)?.fill(0);
    this.known.delete(mac);
  }
}
