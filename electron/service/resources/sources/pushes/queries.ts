import { RecordState } from '@shared/codes';
import type { PushedCall } from '@shared/contract/pushes';
import { wholeSeconds } from '@shared/duration';
import { type Reason, reason } from '@shared/reasons/reasons';
import { uuidPattern } from '@shared/uuid';
import { auditCreated, callHeld } from '../../../access/changes';
import { type Scope, withoutReach } from '../../../access/scope';
import { found, invalid, Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { type Once, once } from '../../../store/once';
import { change, query } from '../../../store/query';
import {
  addFile,
  callInScope,
  callList,
  insertCall,
  isUnderWay,
  type NewFile,
  type ScopedCall,
  usedFileIds,
  valuesIn,
} from '../../calls/calls';
import { categoryFaults } from '../../calls/categories';
import { fieldFinder, fieldsOf } from '../../calls/custom-fields';

/** A call that another tool creates. */
export type Push = { call_id: string; tenant_id: string; call: PushedCall; scope: Scope };
type Pushing = Push & { url: string; once: Once | undefined };

/**
 * Stores and audits a pushed call, and returns its address: for a repeated request, that of the first. Refused with
 * InvalidRecord by field, with NotFound when the first one was in reach and no longer is.
 */
export const insertPushed = change('pushes.call', (db, { url, once: asked, ...push }: Pushing, by): string => {
  const make = () => {
    storePushed(db, push, { record_state: RecordState.notRecorded }, by);
    return url;
  };
  const isReached = (made: string) => callInScope(db, idIn(made), push.scope) !== undefined;
  return once(db, by, asked, make, isReached);
});

const idIn = (url: string): string => url.match(uuid)?.[0] ?? '';
const uuid = new RegExp(uuidPattern);

/** Stores and audits a call inside the caller's transaction, in these states. Refused with InvalidRecord by field. */
export function storePushed(
  db: Connection,
  push: Push,
  states: { record_state: number; call_state?: number },
  by: By,
): void {
  const { call_id, tenant_id, call } = push;
  const { custom_fields, categories, duration, ...fields } = call;
  const { connect_time, disconnect_time, confidential } = fields;
  const { values, faults } = valuesIn(custom_fields, fieldFinder(fieldsOf(db, tenant_id)), '', { isNew: true });
  const all = {
    ...timeFaults(call),
    ...categoryFaults(db, { scope: push.scope, tenant_id, categories, path: '' }),
    ...personFaults(db, push),
    ...faults,
  };
  if (Object.keys(all).length > 0) throw invalid(all);
  const length = connect_time === null || disconnect_time === null ? 0 : disconnect_time - connect_time;
  insertCall(
    db,
    {
      ...fields,
      ...states,
      call_id,
      tenant_id,
      duration: duration ?? wholeSeconds(length),
      confidential: confidential === null ? null : Number(confidential),
      category_ids: categories.map(({ category_id }) => category_id),
      custom_values: [...values].map(([field_id, value]) => ({ field_id, value })).filter(({ value }) => value !== ''),
    },
    by,
  );
  // The caller need not reach the call.
  auditCreated(db, by, { list: callList, resource: 'call', id: call_id, scope: withoutReach(push.scope) });
}

function timeFaults({ setup_time, connect_time, disconnect_time, participants }: PushedCall): Record<string, Reason> {
  const [connects, ends] = [isBefore(connect_time, setup_time), isBefore(disconnect_time, setup_time)];
  const leaves = participants.flatMap(({ join_time, leave_time }, n) =>
    isBefore(leave_time, join_time) ? [[`participants.${n}.leave_time`, reason('participant_leaves_early')]] : [],
  );
  return {
    ...(connects && { connect_time: reason('before_setup_time') }),
    ...(ends && { disconnect_time: reason('before_setup_time') }),
    ...(isBefore(disconnect_time, connect_time) && { disconnect_time: reason('call_ends_early') }),
    ...Object.fromEntries(leaves),
  };
}

/** Whether a time is in an earlier second: one sender may have milliseconds of some times only. */
const isBefore = (time: number | null, other: number | null): boolean =>
  time !== null && other !== null && Math.floor(time / 1000) < Math.floor(other / 1000);

/** A participant can only be a user of the tenant. */
function personFaults(db: Connection, { call, tenant_id }: Push) {
  const ids = call.participants.map(({ user_id }) => user_id);
  const known = db
    .prepare<object, { user_id: string }>(`
      SELECT u.user_id FROM users u WHERE u.tenant_id = @tenant_id AND u.user_id IN ${valuesOf('@ids', 'text')}`)
    .all({ tenant_id, ids: JSON.stringify(ids.filter((id) => id !== null)) })
    .map(({ user_id }) => user_id);
  return Object.fromEntries(
    ids.flatMap((id, n) =>
      id === null || known.includes(id) ? [] : [[`participants.${n}.user_id`, reason('user_unknown')] as const],
    ),
  );
}

type Wanted = { call_id: string; file_id: string | undefined; scope: Scope };

/**
 * The call for a recording. Undefined when it is out of scope. Refused with InvalidRecord when it has the file already,
 * with Conflict while it is recorded, or under legal hold.
 */
export const selectReceiver = query(
  'pushes.receiver',
  (db, { call_id, file_id, scope }: Wanted): ScopedCall | undefined => {
    const call = callInScope(db, call_id, scope);
    if (!call) return undefined;
    if (call.legal_hold) throw callHeld();
    if (isUnderWay(call)) throw new Refusal('Conflict', reason('call_recording'));
    if (file_id && usedFileIds(db, call.call_pk).has(file_id)) throw invalid({ file_id: reason('file_id_taken') });
    return call;
  },
);

type Stored = Wanted & { file: NewFile; path: string; once: Once | undefined };

/**
 * Adds a recording to a call, audits it, and returns its address and whether it was stored: a repeated request gets the
 * first one's address. Refused like `selectReceiver`, and when the call can take no more files.
 */
export const insertPushedFile = change(
  'pushes.file',
  (db, { file, path, once: asked, ...wanted }: Stored, by): { url: string; isStored: boolean } => {
    let isStored = false;
    const url = once(db, by, asked, () => {
      const { call_pk } = found(selectReceiver.run(db, wanted));
      const file_id = addFile(db, call_pk, file, { file_id: wanted.file_id, at: by.at });
      if (!file_id) throw invalid({ file_id: reason('too_many_files') });
      const details = { file_ids: [file_id] };
      audit(db, by, { action: 'update', resource: 'call', resource_id: wanted.call_id, details });
      isStored = true;
      return `${path}?file_id=${file_id}`;
    });
    return { url, isStored };
  },
);
