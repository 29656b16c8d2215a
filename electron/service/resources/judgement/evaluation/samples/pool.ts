import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { poolParts } from '@shared/evaluation/samples';

/** A call of an agent, and when it began, in milliseconds. */
export type Timed = { call_id: string; agent_user_id: string | null; setup_time: number };
export type Drawn = Omit<Timed, 'setup_time'> & { part: number };

export type Pooled = {
  /** When the first and the last call that could be drawn began; null if none could. */
  pool_from: number | null;
  pool_to: number | null;
  pool: Omit<EvaluationSample['pool'][number], 'drawn'>[];
  calls: Drawn[];
};

/** Drawn calls within the calls that could be drawn, of which these are the times by agent. */
export function inPool(calls: readonly Timed[], times: ReadonlyMap<string | null, readonly number[]>): Pooled {
  if (times.size === 0) return { pool_from: null, pool_to: null, pool: [], calls: [] };
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const own of times.values()) {
    for (const time of own) [from, to] = [Math.min(from, time), Math.max(to, time)];
  }
  const partOf = (time: number) => Math.min(poolParts - 1, Math.floor(((time - from) / (to - from || 1)) * poolParts));
  const agents = new Set(calls.map(({ agent_user_id }) => agent_user_id));
  const pool = [...agents].map((agent_user_id) => {
    const own = times.get(agent_user_id) ?? [];
    const parts = Array<number>(poolParts).fill(0);
    for (const part of own.map(partOf)) parts[part] = (parts[part] ?? 0) + 1;
    return { agent_user_id, calls: own.length, parts };
  });
  const placed = calls.map(({ setup_time, ...call }) => ({ ...call, part: partOf(setup_time) }));
  return { pool_from: from, pool_to: to, pool, calls: placed };
}
