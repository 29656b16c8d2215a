import { PartyDirection } from '@shared/codes';
import type { PushedCall } from '@shared/contract/pushes';
import { extensionForms } from '@shared/phone-number';
import { reason } from '@shared/reasons/reasons';
import { auditChanged } from '../../../../access/changes';
import { type Scope, withoutReach } from '../../../../access/scope';
import { found, notFound, Refusal } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { valuesOf } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import {
  callList,
  cutPaths,
  discard,
  dropRecorded,
  isFarEnd,
  isFarParty,
  isUnderWay,
  setOnDemand,
  tightenCall,
} from '../../../calls/calls';
import { selectRecordedCall } from '../reach.queries';
import { decide, type Ruled } from './rules';

type Sides = Pick<PushedCall, 'from_number' | 'to_number'>;
type Participant = Pick<PushedCall['participants'][number], 'party_number' | 'party_direction' | 'party_type'>;
type Numbers = Sides & Pick<PushedCall, 'protocol_call_direction'> & { participants: readonly Participant[] };

/** The rules of the active users of a tenant whose extensions are numbers of the call, at its near end. */
export function rulesFor(db: Connection, tenant_id: string, call: Numbers): Ruled[] {
  const sides: [number: string | null, directions: Ruled['directions']][] = [
    [isFarEnd(call, 'from') ? null : call.from_number, ['out']],
    [isFarEnd(call, 'to') ? null : call.to_number, ['in']],
    ...call.participants.map((one): (typeof sides)[number] => [
      isFarParty(call, one) ? null : one.party_number,
      one.party_direction === PartyDirection.called
        ? ['in']
        : one.party_direction === PartyDirection.caller
          ? ['out']
          : [],
    ]),
  ];
  const known = sides.map(([number, directions]) => ({ forms: extensionForms(number ?? ''), directions }));
  const numbers = JSON.stringify(known.flatMap(({ forms }) => forms));
  return db
    .prepare<object, { extension: string; rule: string }>(`
      SELECT e.extension, u.fieldset_recording AS rule FROM user_extensions e JOIN users u ON u.user_id = e.user_id
      WHERE e.tenant_id = @tenant_id AND u.is_active = 1 AND e.extension IN ${valuesOf('@numbers', 'text')}`)
    .all({ tenant_id, numbers })
    .map(({ extension, rule }) => ({
      rule: JSON.parse(rule),
      directions: known.filter(({ forms }) => forms.includes(extension)).flatMap(({ directions }) => directions),
    }));
}

/**
 * Decides again before a call that is being recorded gets other numbers, as if it had been opened with them. What was
 * decided or chosen before is not loosened. Refused with Conflict when no rule allows the recording.
 */
export function followRules(
  db: Connection,
  call_pk: number,
  given: { [K in keyof Sides]?: Sides[K] | undefined },
): void {
  const call = db
    .prepare<object, Omit<Numbers, 'participants'> & { tenant_id: string }>(
      'SELECT tenant_id, protocol_call_direction, from_number, to_number FROM calls WHERE call_pk = @call_pk',
    )
    .get({ call_pk });
  if (!call) return;
  const { from_number = call.from_number, to_number = call.to_number } = given;
  if (from_number === call.from_number && to_number === call.to_number) return;
  const participants = db
    .prepare<object, Participant>(
      'SELECT party_number, party_direction, party_type FROM call_participants WHERE call_pk = @call_pk',
    )
    .all({ call_pk });
  const { tenant_id, protocol_call_direction } = call;
  const numbers = { protocol_call_direction, from_number, to_number, participants };
  tightenCall(db, call_pk, decide(rulesFor(db, tenant_id, numbers)));
}

type Choosing = { call_id: string; on_demand_state: 0 | 1; scope: Scope };

/**
 * Stores and audits whether an on-demand recording is kept. Refused with NotFound unless the call is being recorded, and with
 * Conflict if its recording is not on demand.
 */
export const chooseOnDemand = change(
  'recordings.choose',
  (db, { call_id, on_demand_state, scope }: Choosing, by): void => {
    const call = found(selectRecordedCall.run(db, { call_id, scope }));
    if (!isUnderWay(call)) throw notFound(reason('not_being_recorded'));
    if (call.on_demand_state === null) throw new Refusal('Conflict', reason('not_on_demand'));
    if (call.on_demand_state === on_demand_state) return;
    // The caller who opened the recording need not reach its call.
    auditChanged(db, by, { list: callList, resource: 'call', id: call_id, scope: withoutReach(scope) }, () =>
      setOnDemand(db, call_id, on_demand_state, by),
    );
  },
);

/**
 * Drops what was recorded of a call whose on-demand recording is not kept, unless the call is under legal hold. Returns the
 * paths of the files, which are then to be removed; none if it is kept.
 */
export function dropUnwanted(db: Connection, call_pk: number): string[] {
  const which = { call_pk };
  const unwanted = db
    .prepare<object>('SELECT 1 FROM calls WHERE call_pk = @call_pk AND on_demand_state = 0 AND legal_hold = 0')
    .get(which);
  if (!unwanted) return [];
  const paths = [...dropRecorded(db, call_pk), ...cutPaths(db, call_pk)];
  db.prepare<object>('DELETE FROM recording_files WHERE call_pk = @call_pk').run(which);
  discard(db, paths);
  return paths;
}
