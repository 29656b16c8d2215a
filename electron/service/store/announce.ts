import type { Connection } from './connection';

/** What happened to a record, for clients that follow changes. What its event says is up to the resource. */
export type Announcement = { event: string; id: string; said: object; rank: Rank };
/**
 * How an announcement counts beside others of its record at the same time: the first one stays, unless a later one is
 * `last`. One that is `urgent` is also sent at once.
 */
type Rank = 'first' | 'last' | 'urgent';

/** At most one announcement for each record; null for more records than are kept. */
export type Announced = readonly Announcement[] | null;

/** The changes of one kind of record: `T` is what is said of each. Each is sent as `event`, to those who may see it. */
export class Announcer<T extends object = object> {
  constructor(
    readonly event: string,
    private readonly rankOf: (said: T) => Rank = () => 'first',
  ) {}

  /** Announces a change inside the caller's transaction. Nothing is announced when the transaction is rolled back. */
  announce(db: Connection, id: string, said: T): void {
    const own = collected.get(db) ?? new Announcements();
    collected.set(db, own);
    own.add({ event: this.event, id, said, rank: this.rankOf(said) });
  }

  /** What was said of its records. */
  among(announced: readonly Announcement[]): ({ id: string } & T)[] {
    return announced.flatMap(({ event, id, said }) => (event === this.event ? [{ id, ...(said as T) }] : []));
  }
}

/** More records at once are announced as a whole. */
const most = 1_000;

/** Collects announcements in bounded memory. */
export class Announcements {
  private records = new Map<string, Announcement>();
  private areTooMany = false;

  add(one: Announcement): void {
    if (this.areTooMany) return;
    if (!this.records.has(one.id) || one.rank !== 'first') this.records.set(one.id, one);
    if (this.records.size > most) this.addAll(null);
  }

  addAll(announced: Announced): void {
    for (const one of announced ?? []) this.add(one);
    if (announced !== null) return;
    this.areTooMany = true;
    this.records.clear();
  }

  /** Returns what was collected since the last time. */
  take(): Announced {
    const taken = this.areTooMany ? null : [...this.records.values()];
    this.areTooMany = false;
    this.records.clear();
    return taken;
  }
}

const collected = new WeakMap<Connection, Announcements>();

/** Returns what was announced on this connection since the last time. */
export function takeAnnounced(db: Connection): Announced {
  const own = collected.get(db);
  return own ? own.take() : [];
}
