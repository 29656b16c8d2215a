import { callsInReach, callsInScope, type Scope } from '../../../access/scope';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { query } from '../../../store/query';

type Asked = { ids: readonly string[]; scope: Scope };

/** The calls among these that are in the caller's reach, and whether each is removed. */
export const selectReached = query('calls.reached', (db, { ids, scope }: Asked): Map<string, boolean> => {
  const rows = db
    .prepare<Record<string, string>, { call_id: string; is_removed: number }>(`
      SELECT c.call_id, CASE WHEN c.removed_at IS NULL THEN 0 ELSE 1 END AS is_removed FROM calls c
      WHERE c.call_id IN ${valuesOf('@ids', 'text')} AND ${callsInReach(scope, 'c')}`)
    .all({ ...scope.params, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ call_id, is_removed }) => [call_id, is_removed === 1]));
});

/** The properties of a call that changes of it and of its parts need. */
export type ScopedCall = {
  call_pk: number;
  tenant_id: string;
  setup_time: number;
  record_state: number;
  legal_hold: number;
  protocol_call_id: string | null;
  from_number: string | null;
  to_number: string | null;
};

/** A call by its id; undefined out of the caller's scope. */
export const callInScope = (db: Connection, call_id: string, scope: Scope): ScopedCall | undefined =>
  db
    .prepare<Record<string, string>, ScopedCall>(`
      SELECT c.call_pk, c.tenant_id, c.setup_time, c.record_state, c.legal_hold, c.protocol_call_id, c.from_number,
        c.to_number
      FROM calls c
      WHERE c.call_id = @call_id AND ${callsInScope(scope, 'c')}`)
    .get({ ...scope.params, call_id });

/** SQL: the user whose call `alias` is: the first agent among the participants, otherwise the first user; or NULL. */
export const agentOf = (alias: string): string => `(
  SELECT p.user_id FROM call_participants p WHERE p.call_pk = ${alias}.call_pk AND p.user_id IS NOT NULL
  ORDER BY CASE p.party_type WHEN 1 THEN 0 ELSE 1 END, p.participant_id LIMIT 1)`;

/** SQL: a property of the inside party of the call `c`, as the window shows it. */
export const inside = (part: 'name' | 'number'): string =>
  `CASE c.protocol_call_direction WHEN 1 THEN c.from_${part} ELSE c.to_${part} END`;
const joined = (part: 'name' | 'number') => `(
  SELECT p.party_${part} FROM call_participants p WHERE p.call_pk = c.call_pk AND p.party_type = 1
  ORDER BY p.participant_id LIMIT 1)`;
/** SQL: the name of the agent of the call `c` in its details; NULL without one. */
export const agentName = `coalesce(c.agent_name, ${joined('name')}, ${inside('name')})`;
/** SQL: the number of that agent. */
export const agentNumber = `coalesce(${joined('number')}, ${inside('number')})`;

/** SQL: a property of the other party of the call `c`. */
export const outside = (part: 'name' | 'number'): string =>
  `CASE c.protocol_call_direction WHEN 1 THEN c.to_${part} ELSE c.from_${part} END`;
/** SQL: the name of the call `c` in the audit log is that of its other party. */
export const otherParty = `coalesce(${outside('name')}, ${outside('number')})`;
