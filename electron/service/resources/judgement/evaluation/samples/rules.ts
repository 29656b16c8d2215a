import { hash } from 'node:crypto';
import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { maxSample, mostUnlinked } from '@shared/evaluation/samples';
import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import { invalid } from '../../../../refusal';
import { inPool, type Pooled, type Timed } from './pool';

/** A call of the search; evaluated is also one that is assigned. */
export type Found = Timed & { is_evaluated: 0 | 1; agent: string | null };
export type Terms = Pick<EvaluationSample, 'method' | 'amount' | 'seed'>;

export type Draw = Pooled &
  Pick<EvaluationSample, 'drawn_from'> & { left_out: number; unlinked: number; unlinked_agents: Unlinked[] };

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
