import { hash } from 'node:crypto';
import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { maxSample } from '@shared/evaluation/samples';
import { reason } from '@shared/reasons/reasons';
import { invalid } from '../../../refusal';
import { type Pool, poolOf } from './pool';

export type Drawn = { call_id: string; agent_user_id: string | null };
/** A call of the search. `setup_time` in milliseconds. */
export type Found = Drawn & { setup_time: number; is_evaluated: 0 | 1 };
export type Terms = Pick<EvaluationSample, 'method' | 'amount' | 'seed'>;

export type Draw = Pool & { drawn_from: number; left_out: number; calls: Drawn[] };

/**
 * Draws the calls with the lowest hashes of seed and id: a number in all, or a number of each agent. Of calls that are not
 * drawn, only the times and a few ids are in memory. Refused with InvalidRecord at `amount` if these are too many for a
 * sample.
 */
export function drawn(found: Iterable<Found>, { method, amount, seed }: Terms): Draw {
  const groups = new Map<string | null, Lot[]>();
  const times = new Map<string | null, number[]>();
  let [drawn_from, left_out] = [0, 0];
  for (const { setup_time, is_evaluated, ...call } of found) {
    if (method === 'per_agent' && call.agent_user_id === null) continue;
    if (is_evaluated) {
      left_out += 1;
      continue;
    }
    drawn_from += 1;
    const own = times.get(call.agent_user_id) ?? [];
    times.set(call.agent_user_id, own);
    own.push(setup_time);
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
  const agents = new Set(calls.map(({ agent_user_id }) => agent_user_id));
  return { drawn_from, left_out, ...poolOf(times, agents), calls };
}

type Lot = { call: Drawn; lot: string };

const lowest = (lots: Lot[], amount: number): Lot[] =>
  lots.sort((one, other) => (one.lot < other.lot ? -1 : 1)).slice(0, amount);
