import { CallDirection, PartyDirection, PartyType } from '@shared/codes';
import type { SentParties } from '@shared/contract/call-changes';
import type { Scope } from '../../../access/scope';
import { found } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { usersInScope } from '../../people/users';
import { setParties } from './queries';
import { partId } from './rules';

export type Agent = { user_id: string; name: string };

/** A user of the tenant whom the caller sees, to be the agent of a call; undefined for anybody else. */
export const userAsAgent = (
  db: Connection,
  user_id: string,
  { tenant_id, scope }: { tenant_id: string; scope: Scope },
): Agent | undefined =>
  db
    .prepare<object, Agent>(`
      SELECT u.user_id, u.name FROM users u
      WHERE u.user_id = @user_id AND u.tenant_id = @tenant_id AND ${usersInScope(scope)}`)
    .get({ ...scope.params, user_id, tenant_id });

type Stored = Record<'from_number' | 'from_name' | 'to_number' | 'to_name' | 'agent_name', string | null> & {
  protocol_call_direction: number;
};
type Party = {
  participant_id: string;
  party_direction: number;
  party_type: number;
  party_number: string | null;
  party_name: string | null;
};

/**
 * Corrects who was on a call, inside the caller's transaction; omitted values stay. A participant follows the side for
 * which it stands: the one with the former number or name, or the only one of that side if both say nothing. `agent`: the
 * user of `agent_user_id`.
 */
export function correctParties(
  db: Connection,
  call_pk: number,
  { agent_user_id, ...sent }: SentParties,
  { agent, by }: { agent: Agent | undefined; by: By },
): void {
  const before = found(
    db
      .prepare<object, Stored>(`
        SELECT from_number, from_name, to_number, to_name, agent_name, protocol_call_direction
        FROM calls WHERE call_pk = @call_pk`)
      .get({ call_pk }),
  );
  const now = agent ? { ...sent, agent_name: agent.name } : sent;
  const isNew = (name: keyof Stored) => now[name] !== undefined && now[name] !== before[name];
  const isOtherAgent = isNew('agent_name') || agent_user_id !== undefined;
  if (!isOtherAgent && !(Object.keys(before) as (keyof Stored)[]).some(isNew)) return;

  const parties = db
    .prepare<object, Party>(`
      SELECT participant_id, party_direction, party_type, party_number, party_name FROM call_participants
      WHERE call_pk = @call_pk ORDER BY participant_id`)
    .all({ call_pk });
  for (const [side, direction] of [
    ['from', PartyDirection.caller],
    ['to', PartyDirection.called],
  ] as const) {
    const ofSide = parties.filter(({ party_direction }) => party_direction === direction);
    for (const part of ['number', 'name'] as const) {
      const name = `${side}_${part}` as const;
      if (!isNew(name)) continue;
      const follows = (one: Party) =>
        one[`party_${part}`] === before[name] && (before[name] !== null || ofSide.length === 1);
      const set = db.prepare<object>(`
        UPDATE call_participants SET party_${part} = @value
        WHERE call_pk = @call_pk AND participant_id = @participant_id`);
      for (const { participant_id } of ofSide.filter(follows)) set.run({ call_pk, participant_id, value: now[name] });
    }
  }
  if (isOtherAgent) {
    const name = now.agent_name === undefined ? before.agent_name : now.agent_name;
    const direction = now.protocol_call_direction ?? before.protocol_call_direction;
    setAgent(db, call_pk, { parties, direction, name, user_id: agent?.user_id ?? null });
  }
  setParties(db, call_pk, now, by);
}

type NewAgent = { parties: readonly Party[]; direction: number; name: string | null; user_id: string | null };

/** Makes the participant who is the agent this user or only a name; a user who has none joins the call. */
function setAgent(db: Connection, call_pk: number, { parties, direction, name, user_id }: NewAgent): void {
  const inside = direction === CallDirection.outbound ? PartyDirection.caller : PartyDirection.called;
  const known =
    parties.find(({ party_type }) => party_type === PartyType.agent) ??
    parties.find(({ party_type, party_direction }) => party_type === PartyType.unknown && party_direction === inside);
  const agent = { call_pk, user_id, party_name: name, party_type: PartyType.agent };
  if (known)
    db.prepare<object>(`
      UPDATE call_participants SET user_id = @user_id, party_name = @party_name, party_type = @party_type
      WHERE call_pk = @call_pk AND participant_id = @participant_id`).run({
      ...agent,
      participant_id: known.participant_id,
    });
  else if (user_id !== null) addAgent(db, { call_pk, user_id, parties, name, direction: inside });
}

type AddedAgent = {
  call_pk: number;
  user_id: string;
  /** All that the call has. */
  parties: readonly Pick<Party, 'participant_id'>[];
  name: string | null;
  /** That of the participant. */
  direction: number;
};

/** Adds a user to the participants of a call, as its agent. */
export function addAgent(db: Connection, { call_pk, user_id, parties, name, direction }: AddedAgent): void {
  const taken = new Set(parties.map(({ participant_id }) => participant_id));
  const ids = Array.from({ length: parties.length + 1 }, (_, used) => partId(used));
  db.prepare<object>(`
    INSERT INTO call_participants (call_pk, participant_id, user_id, party_direction, party_type, party_name)
    VALUES (@call_pk, @participant_id, @user_id, @party_direction, @party_type, @party_name)`).run({
    call_pk,
    user_id,
    party_direction: direction,
    party_type: PartyType.agent,
    party_name: name,
    participant_id: ids.find((id) => id !== undefined && !taken.has(id)),
  });
}
