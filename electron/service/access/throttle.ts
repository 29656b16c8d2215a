import { minuteMs } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

const freeFailures = 5;
const longestDelayMs = minuteMs;
const failuresPerMinute = 60;
const loginsKept = 1_000;
const derivationsAtOnce = 2;
const derivationsWaiting = 8;

const tooMany = (seconds: number) =>
  new Refusal('TooManyRequests', reason('too_many_attempts', { seconds }), { retry_after: seconds });

/**
 * Slows down guessing: five free failures per login, then waits of 1, 2, 4 … 60 s; at most `perMinute` failures per minute
 * in total. A guess counts as failed when it is admitted, so that guesses that arrive before its outcome is known are
 * limited too.
 */
export class Throttle {
  private readonly logins = new Map<string, { failures: number; openAt: number }>();
  private recent: number[] = [];

  constructor(
    private readonly elapsed: () => number,
    private readonly perMinute = failuresPerMinute,
  ) {}

  /**
   * Admits and counts one guess. Refused with TooManyRequests while the login, or everybody, has to wait. After a
   * correct guess, call the returned function to clear the failures of the login.
   */
  admit(login: string): () => void {
    const now = this.elapsed();
    const { failures: before = 0, openAt = 0 } = this.logins.get(login) ?? {};
    const wait = openAt - now;
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    this.recent = this.recent.filter((at) => at > now - minuteMs);
    if (this.recent.length >= this.perMinute)
      throw tooMany(Math.ceil(((this.recent[0] ?? now) + minuteMs - now) / 1000));
    const failures = before + 1;
    const delayMs = failures <= freeFailures ? 0 : Math.min(1000 * 2 ** (failures - freeFailures - 1), longestDelayMs);
    this.logins.delete(login);
    this.logins.set(login, { failures, openAt: now + delayMs });
    const oldest = this.logins.keys().next().value;
    if (this.logins.size > loginsKept && oldest !== undefined) this.logins.delete(oldest);
    this.recent.push(now);
    return () => {
      this.logins.delete(login);
      const place = this.recent.indexOf(now);
      if (place !== -1) this.recent.splice(place, 1);
    };
  }
}

/** Allows two derivations at once (128 MiB each) and eight waiting; further ones are refused with TooManyRequests. */
export class DerivationGate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce = derivationsAtOnce) {}

  /** Whether a derivation would begin at once. */
  get isFree(): boolean {
    return this.running < this.atOnce;
  }

  /** Refuses in the same cases as `pass`, before a guess is counted. */
  mustHaveRoom(): void {
    if (this.waiting.length >= derivationsWaiting) throw tooMany(1);
  }

  async pass<T>(derive: () => Promise<T>): Promise<T> {
    if (!this.isFree) {
      this.mustHaveRoom();
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
