import { expect, test } from 'vitest';
import { atFirst, isAmount, sampleOf, sampleValuesOf } from '../../renderer/features/samples/sample-values';

test('a sample is drawn from a search without its order, within other days if they are chosen', () => {
  const search = 'search_term=acme&daterange=today&sort_order=asc';
  const values = { ...atFirst, query: search, seed: ' 2026 ', name: ' November ' };
  expect(sampleOf(values)).toEqual({
    query: 'search_term=acme&daterange=last_30_days',
    method: 'per_agent',
    amount: 4,
    seed: '2026',
    name: 'November',
  });
  expect(sampleOf({ ...values, period: '', seed: '' })?.query).toBe('search_term=acme&daterange=today');
  expect(sampleOf({ ...values, seed: '', name: ' ' })).toEqual({
    ...sampleOf(atFirst),
    query: sampleOf(values)?.query,
  });
});

test('a wrong amount is not sent', () => {
  expect([null, 0, 1.5, 1001, Number.NaN].map(isAmount)).toEqual([false, false, false, false, false]);
  expect(sampleOf({ ...atFirst, amount: 0 })).toBeUndefined();
});

test('an earlier sample is repeated with its own search, amount and seed', () => {
  const earlier = {
    sample_id: '1',
    user_id: '2',
    user_name: 'Kwame Mensah',
    query: 'daterange=2026/11/01-2026/11/19',
    method: 'random' as const,
    amount: 24,
    name: 'November',
    seed: '20261101',
    plan_id: null,
    period: null,
    drawn_from: 1277,
    left_out: 135,
    unlinked: 3,
    created_at: '2026-11-20T08:10:00Z',
  };
  const { query, method, amount, seed } = earlier;
  expect(sampleValuesOf(earlier)).toMatchObject({ earlier: '1', source: '1' });
  expect(sampleOf(sampleValuesOf(earlier))).toEqual({
    query: new URLSearchParams(query).toString(),
    method,
    amount,
    seed,
  });
});
