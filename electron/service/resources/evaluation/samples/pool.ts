import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { partOf, poolParts } from '@shared/evaluation/samples';

export type Pool = {
  /** In milliseconds; null for a pool without calls. */
  pool_from: number | null;
  pool_to: number | null;
  pool: Omit<EvaluationSample['pool'][number], 'agent_name'>[];
};

/** The times of the calls that can be drawn, in milliseconds, by agent. */
export type Times = ReadonlyMap<string | null, readonly number[]>;

/** What calls were drawn from: when those of each of these agents began, within the time of all. */
export function poolOf(times: Times, agents: Iterable<string | null>): Pool {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const own of times.values()) {
    for (const time of own) [from, to] = [Math.min(from, time), Math.max(to, time)];
  }
  const pool = [...agents].map((agent_user_id) => {
    const own = times.get(agent_user_id) ?? [];
    const parts = Array<number>(poolParts).fill(0);
    for (const part of own.map((time) => partOf(time, from, to))) parts[part] = (parts[part] ?? 0) + 1;
    return { agent_user_id, calls: own.length, parts };
  });
  return times.size === 0 ? { pool_from: null, pool_to: null, pool } : { pool_from: from, pool_to: to, pool };
}
