import { createHash } from 'node:crypto';
import type { AuditAction, AuditDoor } from '@shared/contract/audited';
import type { Kind } from '@shared/kinds';
import type { Connection } from './connection';

/**
 * The author of a change and its time in ms. Both ids are null for Earshot itself, the command line and an unknown
 * caller.
 */
export type By = { at: number; user_id: string | null; tenant_id: string | null; door?: AuditDoor };

/** Earshot itself. */
export const byEarshot = (at: number): By => ({ at, user_id: null, tenant_id: null, door: 'earshot' });

/** One action on one record. Contains no passwords, keys or signatures. */
export type Act = {
  action: AuditAction;
  resource: Kind;
  resource_id: string | null;
  outcome?: 'done' | 'refused';
  details?: Record<string, unknown>;
  /** The call that the record belongs to: its details go with the call. */
  call_id?: string | null;
  /** Nobody but the author sees the change. */
  isOwn?: boolean;
};

/** An entry without its place. `details_hash` is null in entries from before details could be removed. */
export type Entry = Omit<Required<Act>, 'details' | 'isOwn' | 'call_id'> &
  Omit<By, 'door'> & { details: string; door: AuditDoor | null; call_id: string | null; details_hash: string | null };

/** The SHA-256 of the details of an entry. Hex. */
export const hashOfDetails = (details: string): string => createHash('sha256').update(details).digest('hex');

/** The hash of an entry, which covers the hash of the previous one. Hex. */
export const chained = (previous: string, entry: Entry): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previous,
        entry.at,
        entry.user_id,
        entry.tenant_id,
        entry.action,
        entry.resource,
        entry.resource_id,
        entry.outcome,
        // Earlier entries keep their hashes.
        ...(entry.details_hash === null
          ? [entry.details, ...(entry.door === null ? [] : [entry.door])]
          : [entry.details_hash, entry.door, entry.call_id]),
      ]),
    )
    .digest('hex');

type Follow = (db: Connection, act: Act) => void;
const followers: Follow[] = [];

/** Adds what a resource does after each entry, within the same transaction: it announces changes of its records. */
export const afterEntry = (follow: Follow): void => void followers.push(follow);

/**
 * Appends to the audit log inside the caller's transaction. Each hash covers the hash of the previous row, so removing
 * or changing a row breaks the chain; the head shows a removal at the end.
 */
export function audit(db: Connection, by: By, { isOwn = false, call_id = null, ...act }: Act): void {
  const { door = null } = by;
  const details = JSON.stringify(act.details ?? {});
  const entry: Entry = { outcome: 'done', ...by, door, ...act, call_id, details, details_hash: hashOfDetails(details) };
  const { audit_id, previous } = placeAfter(db);
  const row = { ...entry, audit_id, hash: chained(previous, entry) };
  db.prepare<typeof row>(`
    INSERT INTO audit_log (audit_id, at, user_id, tenant_id, action, resource, resource_id, call_id, outcome, details,
      details_hash, door, hash)
    VALUES (@audit_id, @at, @user_id, @tenant_id, @action, @resource, @resource_id, @call_id, @outcome, @details,
      @details_hash, @door, @hash)`).run(row);
  db.prepare<{ audit_id: number; hash: string }>(`
    INSERT INTO audit_head (only_row, audit_id, hash) VALUES (1, @audit_id, @hash)
    ON CONFLICT (only_row) DO UPDATE SET audit_id = excluded.audit_id, hash = excluded.hash`).run({
    audit_id: row.audit_id,
    hash: row.hash,
  });
  for (const follow of followers) follow(db, { ...act, call_id, isOwn });
}

/** In place of details that went with their call. */
export const redacted = JSON.stringify({ redacted: true });

/**
 * Removes the details of the entries about a call, and about what belongs to it, after the entry of its end was added by
 * the same transaction: verification accepts missing details only with that entry.
 */
export function redactEntries(db: Connection, call_id: string): void {
  db.prepare<object>(`
    UPDATE audit_log SET details = @redacted, redacted_by = (SELECT h.audit_id FROM audit_head h)
    WHERE (call_id = @call_id OR (resource_id = @call_id AND resource = 'call')) AND details <> '{}'`).run({
    redacted,
    call_id,
  });
}

/**
 * The place of the next entry. When the head was removed or set back, a number is left out: the log can still be
 * written, and its verification reports the place from then on.
 */
function placeAfter(db: Connection): { audit_id: number; previous: string } {
  const head = db.prepare<[], { audit_id: number; hash: string }>('SELECT audit_id, hash FROM audit_head').get();
  const { last } = db
    .prepare<[], { last: number }>('SELECT COALESCE(MAX(audit_id), 0) AS last FROM audit_log')
    .get() ?? { last: 0 };
  if (head && head.audit_id >= last) return { audit_id: head.audit_id + 1, previous: head.hash };
  return { audit_id: Math.max(last, 0) + 2, previous: '' };
}
