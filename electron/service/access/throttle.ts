import { Refusal } from '../refusal';

const freeFailures = 5;
const longestDelayMs = 60_000;
const failuresPerMinute = 60;
const loginsKept = 1_000;
const derivationsAtOnce = 2;
const derivationsWaiting = 8;

const tooMany = (seconds: number) =>
  new Refusal('TooManyRequests', `Too many attempts. Try again in ${seconds} s.`, { retry_after: seconds });

/** Slows down guessing: five free failures a login, then 1, 2, 4 … 60 s; at most 60 failures a minute in all. */
export class Throttle {
  private readonly logins = new Map<string, { failures: number; openAt: number }>();
  private recent: number[] = [];

  constructor(private readonly now: () => number) {}

  /** Refuses with TooManyRequests while the login, or everybody, has to wait. */
  admit(login: string): void {
    const now = this.now();
    const wait = (this.logins.get(login)?.openAt ?? 0) - now;
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    this.recent = this.recent.filter((at) => at > now - 60_000);
    if (this.recent.length >= failuresPerMinute)
      throw tooMany(Math.ceil(((this.recent[0] ?? now) + 60_000 - now) / 1000));
  }

  failed(login: string): void {
    const now = this.now();
    const failures = (this.logins.get(login)?.failures ?? 0) + 1;
    const delayMs = failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), longestDelayMs);
    this.logins.delete(login);
    this.logins.set(login, { failures, openAt: now + delayMs });
    const oldest = this.logins.keys().next().value;
    if (this.logins.size > loginsKept && oldest !== undefined) this.logins.delete(oldest);
    this.recent.push(now);
  }

  succeeded(login: string): void {
    this.logins.delete(login);
  }
}

/** Lets two derivations run at once (128 MiB each) and eight wait; more are refused with TooManyRequests. */
export class DerivationGate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async pass<T>(derive: () => Promise<T>): Promise<T> {
    if (this.running >= derivationsAtOnce) {
      if (this.waiting.length >= derivationsWaiting) throw tooMany(1);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await derive();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
