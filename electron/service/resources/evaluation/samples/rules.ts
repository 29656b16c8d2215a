import { hash } from 'node:crypto';
import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { maxSample } from '@shared/evaluation/samples';
import { reason } from '@shared/reasons/reasons';
import { invalid } from '../../../refusal';

export type Drawn = { call_id: string; agent_user_id: string | null };
export type Terms = Pick<EvaluationSample, 'method' | 'amount' | 'seed'>;

/**
 * Draws the calls with the lowest hashes of seed and id: a number in all, or a number of each agent. Of calls that are not
 * drawn, only a few are in memory. Refused with InvalidRecord at `amount` if these are too many for a sample.
 */
export function drawn(calls: Iterable<Drawn>, { method, amount, seed }: Terms): { drawn_from: number; calls: Drawn[] } {
  const groups = new Map<string | null, Lot[]>();
  let drawn_from = 0;
  for (const call of calls) {
    if (method === 'per_agent' && call.agent_user_id === null) continue;
    drawn_from += 1;
    const of = method === 'random' ? null : call.agent_user_id;
    const lots = groups.get(of) ?? [];
    groups.set(of, lots);
    lots.push({ call, lot: hash('sha256', `${seed}\n${call.call_id}`) });
    if (lots.length >= 2 * amount) groups.set(of, lowest(lots, amount));
  }
  const all = [...groups.values()].flatMap((lots) => lowest(lots, amount));
  if (all.length > maxSample)
    throw invalid({ amount: reason('sample_too_large', { most: maxSample, drawn: all.length }) });
  return { drawn_from, calls: lowest(all, all.length).map(({ call }) => call) };
}

type Lot = { call: Drawn; lot: string };

const lowest = (lots: Lot[], amount: number): Lot[] =>
  lots.sort((one, other) => (one.lot < other.lot ? -1 : 1)).slice(0, amount);
