import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { hourMs } from '@shared/duration';
import type { Actor } from './actor';
import type { Door } from './door';
import type { Account } from './queries';

const sessionMs = 12 * hourMs;
/** At each door, so that tools cannot end the session of the window. */
const sessionsPerPerson = 32;

type Session = {
  user_id: string;
  credential_version: number;
  /** Missing in a session that outlasted a lock. */
  private_key: KeyObject | undefined;
  /** For display. */
  expires_at: number;
  /** On the clock of `elapsed`. */
  endsAt: number;
  door: Door;
  /** The user that the session views as. */
  views?: string | undefined;
};

/** The place of a session: the hash of its token, which is not stored. */
export const sessionKeyOf = (token: string): string => createHash('sha256').update(token).digest('base64');

/** `now` is the time of day; `elapsed` is a monotonic clock, for durations. */
type Clocks = { now: () => number; elapsed: () => number };

/** The sessions, which exist only in memory. */
export class Sessions {
  private readonly all = new Map<string, Session>();

  constructor(private readonly clocks: Clocks) {}

  /** Opens a session: its token, which is shown once, its place, and its end (ms). */
  open(
    { user_id, credential_version }: Account,
    private_key: KeyObject,
    door: Door,
  ): { token: string; session: string; expires_at: number } {
    const { now, elapsed } = this.clocks;
    this.prune(user_id, door);
    const token = randomBytes(32).toString('base64url');
    const session = sessionKeyOf(token);
    const times = { expires_at: now() + sessionMs, endsAt: elapsed() + sessionMs };
    this.all.set(session, { user_id, credential_version: credential_version ?? 0, private_key, door, ...times });
    return { token, session, expires_at: times.expires_at };
  }

  /** The session at a place, unless it has ended. */
  at(place: string): Session | undefined {
    const session = this.all.get(place);
    if (session && session.endsAt > this.clocks.elapsed()) return session;
    this.all.delete(place);
    return undefined;
  }

  end(place: string): void {
    this.all.delete(place);
  }

  /** Keeps the caller's session through a change of their own credentials, which ends all others. */
  keep({ session, credential_version }: Actor): void {
    const known = session === undefined ? undefined : this.all.get(session);
    if (known) known.credential_version = credential_version + 1;
  }

  /**
   * What is left at lock, suspend and quit: only the session of the token in `kept`, without its key and as the user's
   * own. It can continue to record, but no longer open what is encrypted.
   */
  left(kept: string | undefined): Sessions {
    const left = new Sessions(this.clocks);
    const place = kept === undefined ? '' : sessionKeyOf(kept);
    const session = this.all.get(place);
    if (session) {
      const { views: _, ...own } = session;
      left.all.set(place, { ...own, private_key: undefined });
    }
    return left;
  }

  /** Removes expired sessions, and the oldest sessions of a person who has too many at a door. */
  private prune(userId: string, door: Door): void {
    const now = this.clocks.elapsed();
    const own: string[] = [];
    for (const [place, session] of this.all) {
      if (session.endsAt <= now) this.all.delete(place);
      else if (session.user_id === userId && session.door === door) own.push(place);
    }
    for (const place of own.slice(0, Math.max(0, own.length - sessionsPerPerson + 1))) this.all.delete(place);
  }
}
