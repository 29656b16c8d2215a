import type { EvaluationSample } from '@shared/contract/evaluation-queue';

export type DrawnCall = EvaluationSample['calls'][number];

/** The calls of a sample by agent; those of no known agent come last. */
export function byAgent(calls: readonly DrawnCall[]) {
  const names = new Map(calls.map(({ agent_user_id, agent_name }) => [agent_user_id, agent_name]));
  const callsOf = (agent: string | null) => calls.filter(({ agent_user_id }) => agent_user_id === agent);
  return [...names]
    .map(([agent, name]) => ({ agent, name, own: callsOf(agent) }))
    .toSorted((one, other) => Number(one.agent === null) - Number(other.agent === null));
}
