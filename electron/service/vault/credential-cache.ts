import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

const idleMs = 10 * 60_000;
const absoluteMs = 12 * 60 * 60_000;
const entries = 32;

/** What a right password opened: the person's private key, as of one version of the credentials. */
export type Opened = { user_id: string; private_key: KeyObject };
type Entry = Opened & { made: number; used: number };

/**
 * Remembers which passwords were right, so that HTTP Basic pays scrypt once. Keyed by an HMAC under a key of this
 * process: the password itself is never kept.
 */
export class CredentialCache {
  private readonly key = randomBytes(32);
  private readonly known = new Map<string, Entry>();

  constructor(private readonly now: () => number) {}

  /** The opened key pair, if this very password was right within the last 10 minutes. */
  find(userId: string, version: number, password: string): Opened | undefined {
    const place = this.place(userId, version, password);
    const entry = this.known.get(place);
    if (!entry) return undefined;
    const now = this.now();
    this.known.delete(place);
    if (now - entry.used > idleMs || now - entry.made > absoluteMs) return undefined;
    this.known.set(place, { ...entry, used: now });
    return entry;
  }

  /** Remembers a password that was right; the least recently used of 32 makes room. */
  keep(version: number, password: string, opened: Opened): void {
    const now = this.now();
    this.known.set(this.place(opened.user_id, version, password), { ...opened, made: now, used: now });
    const oldest = this.known.keys().next().value;
    if (this.known.size > entries && oldest !== undefined) this.known.delete(oldest);
  }

  private place(userId: string, version: number, password: string): string {
    return createHmac('sha256', this.key).update(`${userId}|${version}|`).update(password, 'utf8').digest('base64');
  }
}
