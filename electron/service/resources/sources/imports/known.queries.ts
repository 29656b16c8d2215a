import { callTextFields } from '@shared/call-fields';
import { callsInReach } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { query } from '../../../store/query';
import {
  type CallName,
  callsAt,
  callsOf,
  callsTracked,
  callsWithId,
  isUnderWay,
  type KnownCall,
  maxFiles,
  type NewCall,
  namesOf,
} from '../../calls/calls';
import {
  added,
  type Details,
  type Relation,
  relationOfCopy,
  relationOfFile,
  relationOfRow,
  type Told,
} from './details';
import type { ImportReach } from './options';

/** A call in the archive, and how a record belongs to it. */
export type Related = { call: KnownCall; is: Exclude<Relation['is'], 'other'> };
/** The call that a record belongs to; otherwise one that looks the same, and the fields in which it is another call. */
export type Relatives = { related?: Related; apart?: { call: KnownCall; fields: string[] } };

/** The bytes of a recording, and the details it is imported with. */
export type Copy = {
  watermark: string;
  /** One of these is the key under which the bytes may be known. */
  import_keys: (string | null)[];
  /** Identifies the bytes with all that their record says. */
  record_key: string;
  told: Told;
};

/** Whether a call is in reach of an import. */
export function isReached(db: Connection, call_id: string, reach: ImportReach): boolean {
  if (reach === 'archive') return true;
  if (reach === 'nothing') return false;
  const known = `SELECT 1 FROM calls c WHERE c.call_id = @call_id AND ${callsInReach(reach, 'c')}`;
  return db.prepare<object>(known).get({ call_id, ...reach.params }) !== undefined;
}

/** Whether an import may add to a call: one in its reach, not being recorded, and not under legal hold. */
export const mayAdd = (db: Connection, call: KnownCall, reach: ImportReach): boolean =>
  call.legal_hold === 0 && !isUnderWay(call) && isReached(db, call.call_id, reach);

/** The details of a call that is not stored yet. */
export const detailsOf = (db: Connection, call: NewCall): Details => ({
  fields: Object.fromEntries(callTextFields.map((name) => [name, call[name] == null ? undefined : String(call[name])])),
  direction: Number(call.protocol_call_direction ?? 0),
  ...namesOf(db, call),
});

/** The call that has these bytes already, with the same details, or with such as do not differ. */
export function callOfCopy(db: Connection, { watermark, import_keys, record_key, told }: Copy): Relatives {
  const exact = db
    .prepare<object, { call_id: string }>(`
      SELECT DISTINCT c.call_id FROM import_rows r JOIN calls c ON c.call_id = r.call_id
      WHERE r.record_key = @record_key AND EXISTS (
        SELECT 1 FROM call_files f WHERE f.call_pk = c.call_pk AND f.watermark = @watermark)`)
    .all({ record_key, watermark });
  const [same] = callsOf(
    db,
    exact.map(({ call_id }) => call_id),
  );
  if (same) return { related: { call: same, is: 'same' } };
  const copies = db
    .prepare<object, { call_id: string }>(`
      SELECT c.call_id FROM call_files f JOIN calls c USING (call_pk)
      WHERE f.watermark = @watermark AND f.import_key IN ${valuesOf('@import_keys', 'text')}`)
    .all({ watermark, import_keys: JSON.stringify(import_keys) });
  return firstOf(
    callsOf(
      db,
      copies.map(({ call_id }) => call_id),
    ),
    (known) => relationOfCopy(known, told),
  );
}

/** The call that the recordings of a call with an id are added to. */
export const callToJoin = (db: Connection, call: CallName, told: Told): Relatives =>
  firstOf(callsWithId(db, call), (known) => relationOfFile(known, told));

export type RowTold = Told & { file: string | null; record_key: string };

/** The call that a row without a recording is about, by its id, the id of the whole call, or its start and numbers. */
export function callOfRow(db: Connection, call: NewCall, { record_key, ...told }: RowTold): Relatives {
  const exact = db
    .prepare<object, { call_id: string }>(
      'SELECT DISTINCT call_id FROM import_rows WHERE record_key = @record_key AND call_id IS NOT NULL',
    )
    .all({ record_key });
  const [same] = callsOf(
    db,
    exact.map(({ call_id }) => call_id),
  );
  if (same) return { related: { call: same, is: 'same' } };
  const row = { ...told, setup_time: call.setup_time };
  const withIds = [...callsWithId(db, call), ...callsTracked(db, call)];
  const byId = firstOf(withIds, (known) => relationOfRow(known, row, 'id'));
  if (byId.related || call.protocol_call_id) return byId;
  return firstOf(callsAt(db, call), (known) => relationOfRow(known, row, 'time'));
}

/** The first of the calls that a record belongs to: one that says the same goes before others. */
function firstOf(calls: KnownCall[], relationTo: (known: KnownCall) => Relation): Relatives {
  let [related, apart]: [Related | undefined, Relatives['apart']] = [undefined, undefined];
  for (const call of calls) {
    const relation = relationTo(call);
    if (relation.is === 'same') return { related: { call, is: 'same' } };
    if (relation.is === 'other') apart ??= { call, fields: relation.fields };
    else related ??= { call, is: relation.is };
  }
  return related ? { related } : { ...(apart && { apart }) };
}

type InReach = { reach: ImportReach };
/** A known copy: `is_reached` by the import, `left_out`: the fields of the record that the call does not have. */
export type KnownCopy = { call_id: string; is: Related['is']; is_reached: boolean; left_out: string[] };

/** The call that was imported earlier from the same bytes under one of these metadata keys. */
export const selectImported = query(
  'imports.known',
  (db, { reach, ...copy }: Copy & InReach): KnownCopy | undefined => {
    const { related } = callOfCopy(db, copy);
    return (
      related && {
        call_id: related.call.call_id,
        is: related.is,
        is_reached: isReached(db, related.call.call_id, reach),
        left_out: added(related.call, copy.told.details),
      }
    );
  },
);

type Joining = InReach & { call: CallName; told: Told };

/** The number of further files that the call to be joined can take; undefined if the import may not add to it. */
export const selectRoom = query('imports.room', (db, { reach, call, told }: Joining): number | undefined => {
  const { related } = callToJoin(db, call, told);
  if (related && !mayAdd(db, related.call, reach)) return undefined;
  return maxFiles - (related?.call.files ?? 0);
});

type OfWhole = { call_id: string; tenant_id: string; user_ids: readonly string[] };

/** Whether no call has an id, also none that was removed, and which of these users the tenant has. */
export const selectOfWhole = query(
  'imports.of-whole',
  (db, { call_id, tenant_id, user_ids }: OfWhole): { isFree: boolean; users: string[] } => ({
    isFree: db.prepare<object>('SELECT 1 FROM calls WHERE call_id = @call_id').get({ call_id }) === undefined,
    users: db
      .prepare<object, { user_id: string }>(`
        SELECT user_id FROM users WHERE tenant_id = @tenant_id AND user_id IN ${valuesOf('@ids', 'text')}`)
      .all({ tenant_id, ids: JSON.stringify(user_ids) })
      .map(({ user_id }) => user_id),
  }),
);
