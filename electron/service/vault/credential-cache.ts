import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { hourMs, minuteMs } from '@shared/duration';

const idleMs = 10 * minuteMs;
const absoluteMs = 12 * hourMs;
const lookEveryMs = minuteMs;
const entries = 32;

/** The person's private key, opened by a correct password, for one version of the credentials. */
export type Opened = { user_id: string; private_key: KeyObject };
type Entry = Opened & { made: number; used: number };

const isOver = ({ made, used }: Entry, now: number): boolean => now - used > idleMs || now - made > absoluteMs;

/**
 * Remembers correct passwords, so that HTTP Basic runs scrypt only once. Entries are keyed by an HMAC under a key of
 * this process; the password itself is never stored.
 */
export class CredentialCache {
  private readonly key = randomBytes(32);
  private readonly known = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly elapsed: () => number) {}

  /** The opened private key, if this password was correct within the last 10 minutes. */
  find(userId: string, version: number, password: string): Opened | undefined {
    const place = this.place(userId, version, password);
    const entry = this.known.get(place);
    if (!entry) return undefined;
    const now = this.elapsed();
    this.known.delete(place);
    if (isOver(entry, now)) return undefined;
    this.known.set(place, { ...entry, used: now });
    return entry;
  }

  /** Remembers a correct password. The cache holds 32 entries and drops the least recently used one. */
  keep(version: number, password: string, opened: Opened): void {
    if (this.isClosed) return;
    const now = this.elapsed();
    this.known.set(this.place(opened.user_id, version, password), { ...opened, made: now, used: now });
    const oldest = this.known.keys().next().value;
    if (this.known.size > entries && oldest !== undefined) this.known.delete(oldest);
    this.dropLater();
  }

  /** Forgets everything, and remembers nothing more. */
  close(): void {
    this.isClosed = true;
    this.known.clear();
    clearTimeout(this.timer);
  }

  /** Private keys do not stay in memory after their time, also when nobody asks for them again. */
  private dropLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const [place, entry] of this.known) if (isOver(entry, this.elapsed())) this.known.delete(place);
      if (this.known.size > 0) this.dropLater();
    }, lookEveryMs).unref();
  }

  private place(userId: string, version: number, password: string): string {
    return createHmac('sha256', this.key).update(`${userId}|${version}|`).update(password, 'utf8').digest('base64');
  }
}
