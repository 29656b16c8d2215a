import type { Connection } from './connection';

/** What happened to a record, for clients that follow changes. Of an import, only that it has changed. */
export type Announcement =
  | { about: 'call'; id: string; change: 'created' | 'changed' | 'removed' }
  | { about: 'import'; id: string }
  | { about: 'note'; id: string; call_id: string; change: 'created' | 'changed' | 'removed' }
  /** `was` is null for a new one. Clients that reached it before and no longer do receive `removed`. */
  | { about: 'evaluation'; id: string; change: 'created' | 'changed'; was: EvaluationReach | null }
  | {
      about: 'recording';
      id: string;
      call_id: string;
      change: 'paused' | 'resumed' | 'closed';
      ended_by: EndedBy | null;
    };

/** The properties that decide who reaches an evaluation. */
export type EvaluationReach = {
  tenant_id: string;
  evaluator_user_id: string;
  agent_user_id: string;
  status: string;
  agent_can_view: 0 | 1;
};

/** Why a live recording ended. */
export type EndedBy = 'request' | 'silence' | 'disk_full' | 'fault';

/** At most one announcement for each record; null for more records than are kept. */
export type Announced = readonly Announcement[] | null;

/** More records at once are announced as a whole. */
const most = 1_000;

/** Collects announcements in bounded memory. */
export class Announcements {
  private records = new Map<string, Announcement>();
  private areTooMany = false;

  add(one: Announcement): void {
    if (this.areTooMany) return;
    const known = this.records.get(one.id);
    // A call or a note that was created or removed, and then changed, remains just that. Of an evaluation, the first
    // announcement has who reached it before the changes.
    const isEnd = (one.about === 'call' || one.about === 'note') && one.change !== 'changed';
    if (!known || one.about === 'recording' || isEnd) {
      this.records.set(one.id, one);
    }
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

/** Announces a change inside the caller's transaction. Nothing is announced when the transaction is rolled back. */
export function announce(db: Connection, one: Announcement): void {
  const own = collected.get(db) ?? new Announcements();
  collected.set(db, own);
  own.add(one);
}

/** Returns what was announced on this connection since the last time. */
export function takeAnnounced(db: Connection): Announced {
  const own = collected.get(db);
  return own ? own.take() : [];
}
