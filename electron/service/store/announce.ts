import type { EventName } from '@shared/contract/events';
import type { By } from './audit';
import type { Connection } from './connection';

/** How the changes of one kind of record are announced. `T` is what is said of each. */
type Rules<T> = {
  /** Of several changes of a record at the same time, the first is announced, unless a later one replaces it. */
  replaces?: (said: T) => boolean;
  /** Announced at once, and not with the others of the next moment. */
  isUrgent?: boolean;
  /** For webhooks only, not for clients that follow changes. */
  isUnfollowed?: boolean;
};

/** What is announced: the events of the API, and the end of a removed call, which only webhooks are told of. */
export type ChangeName = EventName | 'destroyed_call';

/** What happened to a record, for clients that follow changes. What its event says is up to the resource. */
export type Announcement = {
  event: ChangeName;
  id: string;
  said: object;
  replaces: boolean;
  isUrgent: boolean;
  isUnfollowed: boolean;
};

/** At most one announcement for each record; null for more records than are kept. */
export type Announced = readonly Announcement[] | null;

/** Announces the changes of one kind of record. Those who may see the record are sent an event of this name. */
export class Announcer<T extends object = object> {
  constructor(
    readonly event: ChangeName,
    private readonly rules: Rules<T> = {},
  ) {}

  /** Announces a change inside the caller's transaction. Nothing is announced when the transaction is rolled back. */
  announce(db: Connection, id: string, said: T): void {
    const own = collected.get(db) ?? new Announcements(Number.POSITIVE_INFINITY);
    collected.set(db, own);
    const { replaces, isUrgent = false, isUnfollowed = false } = this.rules;
    own.add({ event: this.event, id, said, replaces: replaces?.(said) ?? false, isUrgent, isUnfollowed });
  }

  /** What was said of its records. */
  among(announced: readonly Announcement[]): ({ id: string } & T)[] {
    return announced.flatMap(({ event, id, said }) => (event === this.event ? [{ id, ...(said as T) }] : []));
  }
}

/** More records at once are announced as a whole. */
const most = 1_000;

/** Collects announcements, of a transaction all of them, and otherwise in bounded memory. */
export class Announcements {
  private records = new Map<string, Announcement>();
  private areTooMany = false;

  constructor(private readonly atMost = most) {}

  add(one: Announcement): void {
    if (this.areTooMany) return;
    const place = `${one.event} ${one.id}`;
    if (!this.records.has(place) || one.replaces) this.records.set(place, one);
    if (this.records.size > this.atMost) this.addAll(null);
  }

  addAll(announced: Announced): void {
    for (const one of announced ?? []) this.add(one);
    if (announced !== null) return;
    this.areTooMany = true;
    this.records.clear();
  }

  all(): Announcement[] {
    return [...this.records.values()];
  }

  /** Returns what was collected since the last time. */
  take(): Announced {
    const followed = this.all().filter(({ isUnfollowed }) => !isUnfollowed);
    const taken = this.areTooMany || followed.length > most ? null : followed;
    this.areTooMany = false;
    this.records.clear();
    return taken;
  }
}

const collected = new WeakMap<Connection, Announcements>();

type Follow = (db: Connection, announced: readonly Announcement[], by: By) => void;
const followers: Follow[] = [];

/** Adds what a resource does at the end of each transaction that announces something, inside of it. */
export const beforeCommit = (follow: Follow): void => void followers.push(follow);

/** Ends a transaction, before it is committed. */
export function settleAnnounced(db: Connection, by: By): void {
  const announced = collected.get(db)?.all() ?? [];
  if (announced.length > 0) for (const follow of followers) follow(db, announced, by);
}

/** Returns what was announced on this connection since the last time. */
export function takeAnnounced(db: Connection): Announced {
  const own = collected.get(db);
  return own ? own.take() : [];
}
