const firstMs = 1_000;
const maxMs = 60_000;

/** Repeats what fails: after a second, and then after twice as long each time, but at least once a minute. */
export class Attempts {
  private nextAt = 0;
  private waitMs = firstMs;

  /** Does the work, unless the last attempt failed too short a time ago. `now` is a time of `elapsed`. Rejects like the work. */
  async make(now: number, work: () => Promise<void>): Promise<void> {
    if (now < this.nextAt) return;
    // Before the attempt, so that others do not begin while it runs.
    this.nextAt = now + this.waitMs;
    this.waitMs = Math.min(2 * this.waitMs, maxMs);
    await work();
    this.nextAt = 0;
    this.waitMs = firstMs;
  }
}
