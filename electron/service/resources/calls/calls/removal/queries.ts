import type { listRemovedCalls } from '@shared/contract/call-removal';
import { dayMs } from '@shared/duration';
import { restorableDays } from '@shared/limits';
import { reason } from '@shared/reasons/reasons';
import { auditChanged, callHeld, type Remove, type Update } from '../../../../access/changes';
import { list } from '../../../../access/list';
import { callsInReach, type Scope } from '../../../../access/scope';
import { found, notFound, Refusal } from '../../../../refusal';
import { audit, type By, redactEntries } from '../../../../store/audit';
import type { Connection } from '../../../../store/connection';
import { isoTime } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import { updateRecord, type Versions } from '../../../../store/record';
import { integer } from '../../../../store/sql';
import { destroyedCalls } from '../announced.queries';
import { cutPaths } from '../files/queries';
import { callList, callRecord } from '../list.queries';
import { eachOf, type Outcome } from '../outcome';
import { callInScope, type ScopedCall } from '../reach.queries';
import { isUnderWay } from '../rules';

/** A removed call is destroyed after this time. */
const restorableMs = restorableDays * dayMs;
/** The time between two looks at removed calls counts for no more than a weekend: the clock may have been set. */
const mostBetweenMs = 3 * dayMs;

/** The removed calls that can be restored, last removed first. */
export const removedList = list<typeof listRemovedCalls>('/api/v2/removed_calls.json', {
  from: 'calls c',
  record: (scope) => ({
    ...callRecord(scope),
    removed_at: isoTime('c.removed_at'),
    removed_by: 'c.removed_by',
    destroyed_at: isoTime(`c.removed_at + ${restorableMs}`),
  }),
  key: [integer('c.removed_at'), integer('c.call_pk')],
  descending: () => true,
  scope: (scope) => `c.removed_at IS NOT NULL AND c.destroying = 0 AND ${callsInReach(scope, 'c')}`,
  filters: {},
});

/**
 * Removes and audits a call. Refused with NotFound out of scope, Stale, and Conflict under a legal hold or while it is
 * recorded.
 */
export const removeCall = change('calls.remove', (db, { id, versions, scope }: Remove, by): void => {
  const call = found(callInScope(db, id, scope));
  const why = whyNotRemoved(call);
  if (why) throw why;
  remove(db, { ...call, call_id: id }, versions, by);
});

type Several = { ids: readonly string[]; scope: Scope };

/** Removes and audits those of several calls that can be removed. */
export const removeCalls = change(
  'calls.remove-several',
  (db, { ids, scope }: Several, by): Outcome =>
    eachOf(ids, (id) => {
      const call = callInScope(db, id, scope);
      const why = call ? whyNotRemoved(call) : notFound();
      if (call && !why) remove(db, { ...call, call_id: id }, undefined, by);
      return why;
    }),
);

function whyNotRemoved(call: ScopedCall): Refusal | undefined {
  if (call.legal_hold) return callHeld();
  return isUnderWay(call) ? new Refusal('Conflict', reason('call_recording')) : undefined;
}

function remove(
  db: Connection,
  { call_id, call_pk }: { call_id: string; call_pk: number },
  versions: Versions,
  by: By,
): void {
  updateRecord(
    db,
    'calls',
    { id: { call_id }, versions },
    { removed_at: by.at, removed_by: by.user_id, removed_age: agedMs(db) },
    by,
  );
  // The same recording may be imported again, as a new call.
  db.prepare<object>(`
    UPDATE call_files SET removed_import_key = coalesce(import_key, removed_import_key), import_key = NULL
    WHERE call_pk = @call_pk`).run({ call_pk });
  audit(db, by, { action: 'delete', resource: 'call', resource_id: call_id });
}

/** Restores and audits a removed call. Refused with NotFound out of scope and when it is too late. */
export const restoreCall = change('calls.restore', (db, { id, scope }: { id: string; scope: Scope }, by): void => {
  const call_pk = removedInScope(db, id, scope);
  if (call_pk === undefined) throw notRestorable();
  restore(db, { id, call_pk }, by);
});

/** Restores and audits those of several removed calls that can be restored. */
export const restoreCalls = change(
  'calls.restore-several',
  (db, { ids, scope }: Several, by): Outcome =>
    eachOf(ids, (id) => {
      const call_pk = removedInScope(db, id, scope);
      if (call_pk === undefined) return notRestorable();
      restore(db, { id, call_pk }, by);
      return undefined;
    }),
);

const notRestorable = () => notFound(reason('call_not_restorable'));

const removedInScope = (db: Connection, id: string, scope: Scope): number | undefined =>
  db
    .prepare<object, { call_pk: number }>(`
      SELECT c.call_pk FROM calls c
      WHERE c.call_id = @id AND c.removed_at IS NOT NULL AND c.destroying = 0 AND ${callsInReach(scope, 'c')}`)
    .get({ id, ...scope.params })?.call_pk;

function restore(db: Connection, { id, call_pk }: { id: string; call_pk: number }, by: By): void {
  updateRecord(db, 'calls', { id: { call_id: id }, versions: undefined }, { removed_at: null, removed_by: null }, by);
  // A recording that was imported again in the meantime is there twice now; the newer one is recognised.
  db.prepare<object>(`
    UPDATE call_files SET import_key = removed_import_key, removed_import_key = NULL
    WHERE call_pk = @call_pk AND NOT EXISTS (
      SELECT 1 FROM call_files o
      WHERE o.watermark = call_files.watermark AND o.import_key = call_files.removed_import_key)`).run({ call_pk });
  audit(db, by, { action: 'restore', resource: 'call', resource_id: id });
}

/** Places or lifts a legal hold, and audits it. Refused with NotFound out of scope, or Stale. */
export const holdCall = change(
  'calls.hold',
  (db, { id, record, versions, scope }: Update<{ legal_hold: boolean }>, by): void =>
    auditChanged(db, by, { list: callList, resource: 'call', id, scope, ofHold: true }, () =>
      updateRecord(db, 'calls', { id: { call_id: id }, versions }, { legal_hold: Number(record.legal_hold) }, by),
    ),
);

/** Works on a full disk too, which it helps to empty. */
const freesSpace = { essential: true } as const;

/** A call to destroy, with the paths of all its files. */
export type Condemned = { call_id: string; paths: string[] };

/** The time that was counted for removed calls so far. */
const agedMs = (db: Connection): number =>
  db.prepare<[], { aged_ms: number }>('SELECT aged_ms FROM removal_clock').get()?.aged_ms ?? 0;

function countTime(db: Connection, at: number): void {
  db.prepare<object>(`
    INSERT INTO removal_clock (only_row, seen_at, aged_ms) VALUES (1, @at, 0)
    ON CONFLICT (only_row) DO UPDATE SET
      aged_ms = removal_clock.aged_ms + CASE
        WHEN excluded.seen_at < removal_clock.seen_at THEN 0
        WHEN excluded.seen_at - removal_clock.seen_at > ${mostBetweenMs} THEN ${mostBetweenMs}
        ELSE excluded.seen_at - removal_clock.seen_at END,
      seen_at = excluded.seen_at`).run({ at });
}

/**
 * Marks up to `limit` calls that were removed too long ago, by their time and by what was counted since. From then on they
 * cannot be restored.
 */
export const condemnCalls = change(
  'calls.condemn',
  (db, { limit }: { limit: number }, { at }): Condemned[] => {
    countTime(db, at);
    const due = db
      .prepare<object, { call_pk: number; call_id: string }>(`
      SELECT call_pk, call_id FROM calls
      WHERE removed_at IS NOT NULL AND removed_at <= @before AND legal_hold = 0
        AND (destroying = 1 OR coalesce(removed_age, 0) <= @counted_before)
      ORDER BY removed_at LIMIT @limit`)
      .all({ before: at - restorableMs, counted_before: agedMs(db) - restorableMs, limit });
    const mark = db.prepare<object>('UPDATE calls SET destroying = 1 WHERE call_pk = @call_pk');
    return due.map(({ call_pk, call_id }) => {
      mark.run({ call_pk });
      return { call_id, paths: pathsOf(db, call_pk) };
    });
  },
  freesSpace,
);

function pathsOf(db: Connection, call_pk: number): string[] {
  const files = db
    .prepare<object, { file_path: string; peaks_path: string }>(
      'SELECT file_path, peaks_path FROM call_files WHERE call_pk = @call_pk',
    )
    .all({ call_pk });
  return [...files.flatMap(({ file_path, peaks_path }) => [file_path, peaks_path]), ...cutPaths(db, call_pk)];
}

/** Deletes and audits a call whose files are gone. The entries about it lose their details. */
export const destroyCall = change(
  'calls.destroy',
  (db, { call_id }: { call_id: string }, by): void => {
    const call = db
      .prepare<object, { tenant_id: string; confidential: 0 | 1 }>(
        'DELETE FROM calls WHERE call_id = @call_id AND destroying = 1 RETURNING tenant_id, confidential',
      )
      .get({ call_id });
    if (!call) return;
    destroyedCalls.announce(db, call_id, { tenant_id: call.tenant_id, confidential: call.confidential === 1 });
    audit(db, by, { action: 'destroy', resource: 'call', resource_id: call_id });
    redactEntries(db, call_id);
  },
  freesSpace,
);
