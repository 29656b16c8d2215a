import { hash, randomInt } from 'node:crypto';
import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { maxSample, mostUnlinked, poolParts } from '@shared/evaluation/samples';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import { invalid } from '../../../../refusal';

/** A call of the search; evaluated is also one that is assigned. */
export type Found = Timed & { is_evaluated: 0 | 1; agent: string | null };
export type Terms = Pick<EvaluationSample, 'amount' | 'seed'> & { method: 'random' | 'per_agent' };

export type Draw = Pooled &
  Pick<EvaluationSample, 'drawn_from'> & { left_out: number; unlinked: number; unlinked_agents: Unlinked[] };

/** Eight digits, short enough to be read out. */
export const newSeed = (): string => String(randomInt(10_000_000, 100_000_000));

/**
 * Draws the calls with the lowest hashes of seed and id: a number in all, or a number of each agent. Of calls that are not
 * drawn, only the times and a few ids are in memory. Refused with InvalidRecord at `amount` if these are too many for a
 * sample.
 */
export function drawn(found: Iterable<Found>, { method, amount, seed }: Terms): Draw {
  const groups = new Map<string | null, Lot[]>();
  const times = new Map<string | null, number[]>();
  let [drawn_from, left_out] = [0, 0];
  const unlinked = new Map<string, Unlinked>();
  for (const { is_evaluated, agent, ...call } of found) {
    if (method === 'per_agent' && call.agent_user_id === null) {
      const folded = fold(agent ?? '');
      const known = unlinked.get(folded) ?? { agent, call_id: call.call_id, calls: 0 };
      if (!is_evaluated) unlinked.set(folded, { ...known, calls: known.calls + 1 });
      continue;
    }
    if (is_evaluated) {
      left_out += 1;
      continue;
    }
    drawn_from += 1;
    const own = times.get(call.agent_user_id) ?? [];
    times.set(call.agent_user_id, own);
    own.push(call.setup_time);
    const of = method === 'random' ? null : call.agent_user_id;
    const lots = groups.get(of) ?? [];
    groups.set(of, lots);
    lots.push({ call, lot: hash('sha256', `${seed}\n${call.call_id}`) });
    if (lots.length >= 2 * amount) groups.set(of, lowest(lots, amount));
  }
  const all = [...groups.values()].flatMap((lots) => lowest(lots, amount));
  if (all.length > maxSample)
    throw invalid({ amount: reason('sample_too_large', { most: maxSample, drawn: all.length }) });
  const calls = lowest(all, all.length).map(({ call }) => call);
  const isNameless = ({ agent }: Unlinked) => Number(agent === null);
  const unlinked_agents = [...unlinked.values()].toSorted(
    (one, other) => other.calls - one.calls || isNameless(one) - isNameless(other),
  );
  return {
    drawn_from,
    left_out,
    unlinked: unlinked_agents.reduce((sum, { calls }) => sum + calls, 0),
    unlinked_agents: unlinked_agents.slice(0, mostUnlinked),
    ...inPool(calls, times),
  };
}

/** An agent who is no user, with one of the calls that have the name. */
type Unlinked = EvaluationSample['unlinked_agents'][number] & { call_id: string };
type Lot = { call: Timed; lot: string };

const lowest = (lots: Lot[], amount: number): Lot[] =>
  lots.sort((one, other) => (one.lot < other.lot ? -1 : 1)).slice(0, amount);

/** A call of an agent, and when it began, in milliseconds. */
type Timed = { call_id: string; agent_user_id: string | null; setup_time: number };
type Drawn = Omit<Timed, 'setup_time'> & { part: number };

type Pooled = {
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
