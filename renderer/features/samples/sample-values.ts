import { maxSample } from '@shared/evaluation/samples';
import type { Period } from '@shared/periods';
import type { EarlierSample, NewSample } from './use-samples';

/** The values of the form of a sample. */
export type SampleValues = {
  /** The sample to draw again; empty for a new one. */
  earlier: string;
  /** The saved search or the earlier sample that `query` is from; empty for all calls. */
  source: string;
  /** The parameters of a search of calls, as a saved search keeps them. */
  query: string;
  /** Other days than those of the search; empty for its own. */
  period: Period | '';
  method: 'random' | 'per_agent';
  amount: number | null;
  seed: string;
  /** Empty for a sample without a name. */
  name: string;
};

export const atFirst: SampleValues = {
  earlier: '',
  source: '',
  query: '',
  period: 'last_30_days',
  method: 'per_agent',
  amount: 4,
  seed: '',
  name: '',
};

export const isAmount = (amount: number | null): amount is number =>
  amount !== null && Number.isInteger(amount) && amount >= 1 && amount <= maxSample;

/** The values that draw an earlier sample again; one of a plan as a draw by agent. */
export const sampleValuesOf = ({ sample_id, query, method, amount, seed }: EarlierSample): SampleValues => ({
  earlier: sample_id,
  source: sample_id,
  query,
  period: '',
  method: method === 'plan' ? 'per_agent' : method,
  amount,
  seed,
  name: '',
});

/** The sample as it is sent; undefined while the amount is wrong. A sample has no order, so that of a search is left out. */
export function sampleOf({ query, period, method, amount, ...texts }: SampleValues): NewSample | undefined {
  if (!isAmount(amount)) return undefined;
  const search = new URLSearchParams(query);
  search.delete('sort_order');
  if (period !== '') search.set('daterange', period);
  const [seed, name] = [texts.seed.trim(), texts.name.trim()];
  return { query: `${search}`, method, amount, ...(seed && { seed }), ...(name && { name }) };
}
