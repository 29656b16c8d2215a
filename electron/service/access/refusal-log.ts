import { minuteMs } from '@shared/duration';
import { faultOf, type Log } from '../log';
import { isRefusal } from '../refusal';
import type { By } from '../store/audit';
import type { Store } from '../store/store';
import type { Author } from './actor';
import { type Refused, recordRefusal } from './queries';

const periodMs = 10 * minuteMs;
/** The most entries of a user in one period. */
const maxEntries = 30;

/** The refusals of a user since the beginning of a period, on the clock of `elapsed`, and the number of those without an entry. */
type Period = { since: number; entries: Set<string>; left_out: number };

/**
 * Audits requests of signed-in users that lack a right. So that they cannot fill the log, the same request gets one
 * entry in ten minutes, and a user at most thirty. The last of them says that it is (`is_limit`), and the next one how
 * many were left out (`left_out`).
 */
export class RefusalLog {
  private readonly periods = new Map<string | null, Period>();

  constructor(private readonly options: { store: Store; now: () => number; elapsed: () => number; log: Log }) {}

  /** Resolves once the entry is written. The request is refused in any case, so a failure only goes to the log. */
  async note(cause: unknown, author: Author, act: Refused): Promise<void> {
    // A refusal at a field is a wrong password, which has an entry of its own.
    if (!isRefusal(cause, 'PermissionError') || Object.keys(cause.details).length > 0) return;
    const { now, elapsed, log } = this.options;
    const period = this.periodOf(author.user_id, elapsed());
    const place = JSON.stringify([act, cause.reason]);
    if (period.entries.has(place) || period.entries.size === maxEntries) {
      period.left_out++;
      return;
    }
    period.entries.add(place);
    const { left_out } = period;
    period.left_out = 0;
    const details = {
      ...act.details,
      reason: cause.reason,
      ...(left_out > 0 && { left_out }),
      ...(period.entries.size === maxEntries && { is_limit: true }),
    };
    await this.write({ ...act, details }, { at: now(), ...author }).catch((fault) => {
      period.left_out += left_out + 1;
      log(faultOf(fault), 'refusal not audited');
    });
  }

  private periodOf(user_id: string | null, elapsed: number): Period {
    const known = this.periods.get(user_id);
    if (known && elapsed - known.since < periodMs) return known;
    const next = { since: elapsed, entries: new Set<string>(), left_out: known?.left_out ?? 0 };
    this.periods.set(user_id, next);
    return next;
  }

  private write(act: Refused, by: By): Promise<void> {
    return this.options.store.write(recordRefusal, act, by);
  }
}
