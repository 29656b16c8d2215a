import { PartyType } from '@shared/codes';
import type { Call } from '@shared/contract/calls';
import { isRefusal } from '../../api/refusal';

/**
 * A call to assign, and its agent: null if it has none, absent if the page does not know. `agent_name`: the name of the
 * agent.
 */
export type CallToAssign = { call_id: string; agent_user_id?: string | null; agent_name?: string | null };

/** The call and the user who was on it, as the service finds them: an agent before another participant. */
export function toAssign({ call_id, participants }: Pick<Call, 'call_id' | 'participants'>): CallToAssign {
  const users = participants.filter(({ user_id }) => user_id !== null);
  const found = users.find(({ party_type }) => party_type === PartyType.agent) ?? users[0];
  return { call_id, agent_user_id: found?.user_id ?? null };
}

/** The calls without an agent: those that are known to have none, or those that a refusal names. */
export function withoutAgent(calls: readonly CallToAssign[], refusal?: unknown): string[] {
  const named = isRefusal(refusal) ? Object.keys(refusal.details) : [];
  const refused = new Set(named.map((path) => /calls\.(\d+)\.agent_user_id$/.exec(path)?.[1]));
  return calls
    .filter(({ agent_user_id }, place) => agent_user_id === null || refused.has(String(place)))
    .map(({ call_id }) => call_id);
}

/** The calls as they are sent: each with its own agent. Those without one are about `agent`, or left out if that is null. */
export function assignmentsOf(calls: readonly CallToAssign[], agentless: readonly string[], agent: string | null) {
  const without = new Set(agentless);
  return calls.flatMap(({ call_id, agent_user_id: own }) => {
    if (without.has(call_id)) return agent === null ? [] : [{ call_id, agent_user_id: agent }];
    return [{ call_id, ...(own && { agent_user_id: own }) }];
  });
}
