import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  amountOf,
  assigned,
  type Candidate,
  type DrawTerms,
  drawStrata,
  sharesOf,
} from '../../electron/service/resources/judgement/plans/draw';
import { canDraw, daysOf, dueOf, spanOf } from '../../electron/service/resources/judgement/plans/periods';
import { diceOf } from '../support/dice';
import { seed } from '../support/seed';

const at = (text: string) => Date.parse(text);

test.each([
  ['day', '2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
  ['day', '2024-02-29', { from: '2024-02-29', to: '2024-02-29' }],
  ['day', '2026-02-29', undefined],
  ['day', '2026-11', undefined],
  ['week', '2026-W47', { from: '2026-11-16', to: '2026-11-22' }],
  // ISO 8601: the first week is that of the first Thursday.
  ['week', '2026-W01', { from: '2025-12-29', to: '2026-01-04' }],
  ['week', '2026-W53', { from: '2026-12-28', to: '2027-01-03' }],
  ['week', '2025-W53', undefined],
  ['week', '2026-W00', undefined],
  ['month', '2026-11', { from: '2026-11-01', to: '2026-11-30' }],
  ['month', '2026-13', undefined],
  ['month', '2026-W47', undefined],
] as const)('the days of the %s %s', (kind, period, days) => {
  expect(daysOf(kind, period)).toEqual(days);
});

test('a period begins and ends with the local day, also where the clock changes', () => {
  const days = { from: '2026-10-25', to: '2026-10-25' };
  const { begin, end } = spanOf(days, 'Europe/Vienna');
  expect([new Date(begin).toISOString(), (end - begin) / 3_600_000]).toEqual(['2026-10-24T22:00:00.000Z', 25]);
});

const weekly = {
  period: 'week',
  timezone: 'Europe/Vienna',
  starts_on: '2026-11-18',
  ends_on: null,
  delay_hours: 6,
} as const;

test('a week is due some hours after its end, and drawn once', () => {
  const due = at('2026-11-23T06:00:00+01:00');
  expect(dueOf(weekly, new Set(), due - 1)).toEqual({ periods: [], next: due });
  expect(dueOf(weekly, new Set(), due)).toEqual({ periods: ['2026-W47'], next: due });
  expect(dueOf(weekly, new Set(['2026-W47']), due)).toEqual({ periods: [], next: due + 7 * 86_400_000 });
});

test('the newest eight due periods are made up for, the oldest first', () => {
  const daily = { ...weekly, period: 'day', starts_on: '2026-01-01', delay_hours: 0 } as const;
  const now = at('2026-11-20T12:00:00+01:00');
  const eight = Array.from({ length: 8 }, (_, n) => `2026-11-${12 + n}`);
  expect(dueOf(daily, new Set(), now).periods).toEqual(eight);
  expect(dueOf(daily, new Set(['2026-11-14', '2026-11-19']), now).periods).toEqual(
    eight.filter((day) => !['2026-11-14', '2026-11-19'].includes(day)),
  );
  expect(dueOf(daily, new Set(eight), now)).toEqual({ periods: [], next: at('2026-11-21T00:00:00+01:00') });
});

test('a day that a zone skipped is not drawn', () => {
  const apia = { ...weekly, period: 'day', timezone: 'Pacific/Apia', starts_on: '2011-01-01' } as const;
  const days = ['2011-12-29', '2011-12-30', '2011-12-31'];
  expect(days.filter((day) => canDraw(apia, day, at('2026-01-01T00:00:00Z')))).toEqual(['2011-12-29', '2011-12-31']);
});

test('a plan begins and ends with its days', () => {
  const month = { ...weekly, period: 'month', starts_on: '2026-09-10', ends_on: '2026-10-05', delay_hours: 0 } as const;
  expect(dueOf(month, new Set(), at('2026-01-01T00:00:00Z'))).toEqual({
    periods: [],
    next: at('2026-10-01T00:00:00+02:00'),
  });
  expect(dueOf(month, new Set(), at('2027-06-01T00:00:00Z')).periods).toEqual(['2026-09', '2026-10']);
  expect(dueOf(month, new Set(['2026-09', '2026-10']), at('2027-06-01T00:00:00Z')).next).toBeNull();
  const now = at('2026-12-01T00:00:00+01:00');
  const drawable = ['2026-08', '2026-09', '2026-10', '2026-11'].filter((period) => canDraw(month, period, now));
  expect(drawable).toEqual(['2026-09', '2026-10']);
  expect(canDraw({ ...month, ends_on: null }, '2026-11', now)).toBe(true);
  expect(canDraw({ ...month, ends_on: null }, '2026-11', now - 1)).toBe(false);
});

test.each([
  // n, by risk, sizes of risk and rest: shares
  [5, 2, 10, 10, 2, 3],
  [5, 2, 1, 10, 1, 4],
  [5, 2, 10, 1, 4, 1],
  [5, 2, 10, 0, 5, 0],
  [5, 2, 0, 3, 0, 3],
  [5, 4, 10, 10, 4, 1],
  [5, 2, 1, 1, 1, 1],
])('%i calls, %i by risk, of %i and %i: %i and %i', (n, by_risk, atRisk, others, risk, rest) => {
  expect(sharesOf(n, by_risk, { risk: atRisk, rest: others })).toEqual({ risk, rest });
});

test('more calls of agents with low scores, and of new ones', () => {
  const day = 86_400_000;
  const terms = {
    amount: 3,
    amount_by_risk: 0,
    risk: null,
    more: { amount: 2, score_below: 70, new_agent_days: 30 },
    seed: '',
    period_end: 100 * day,
  };
  const of = (score: number | null, first_call: number | null) => amountOf(terms, { score, first_call });
  expect([of(69, 0), of(70, 0), of(null, 0), of(null, null)]).toEqual([5, 3, 3, 3]);
  expect([of(90, 70 * day), of(90, 70 * day + 1)]).toEqual([3, 5]);
  expect(amountOf({ ...terms, more: null }, { score: 0, first_call: 99 * day })).toBe(3);
});

const quiet = { longest_silence: 0, longest_monologue: 0, overlap_share: 0, interruptions: 0 };
const unmeasured = { longest_silence: null, longest_monologue: null, overlap_share: null, interruptions: null };
const calls = (agent: string, many: number, talk: Partial<Candidate> = {}): Candidate[] =>
  Array.from({ length: many }, (_, n) => ({
    call_id: `${agent}-${JSON.stringify(talk)}-${n}`,
    agent_user_id: agent,
    setup_time: n,
    ...quiet,
    ...talk,
  }));
const terms: DrawTerms = {
  amount: 4,
  amount_by_risk: 2,
  risk: { longest_silence: 30, longest_monologue: null, overlap_share: 5, interruptions: null },
  more: null,
  seed: '1/2026-W47',
  period_end: 0,
};
const unknown = () => ({ score: null, first_call: null });

test('the lowest hashes are drawn within risk and rest; talk that is not measured is no risk', () => {
  const all = [
    ...calls('ada', 20),
    ...calls('ada', 5, { longest_silence: 30 }),
    ...calls('ada', 5, { overlap_share: 5 }),
    ...calls('ada', 3, unmeasured),
    ...calls('ben', 2),
  ];
  const hash = (id: string) => createHash('sha256').update(`1/2026-W47\n${id}`).digest('hex');

  const { strata, calls: drawn } = drawStrata(all, terms, unknown);

  expect(strata.map(({ agent_user_id, stratum, calls: n, drawn: m }) => [agent_user_id, stratum, n, m])).toEqual([
    ['ada', 'risk', 10, 2],
    ['ada', 'rest', 23, 2],
    ['ben', 'rest', 2, 2],
  ]);
  for (const { pool } of strata) expect(pool).toEqual(pool.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1)));
  const first = strata.flatMap(({ pool, drawn: m }) => pool.slice(0, m));
  expect(drawn.map(({ call }) => call.call_id)).toEqual(first.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1)));
  expect(new Set(drawn.filter(({ stratum }) => stratum === 'risk').flatMap(({ risk }) => risk)).size).toBeGreaterThan(
    0,
  );
  expect(drawStrata(all.toReversed(), terms, unknown)).toEqual({ strata, calls: drawn });
});

test('without a part by risk there is one stratum', () => {
  const { strata } = drawStrata(calls('ada', 9), { ...terms, amount_by_risk: 0 }, unknown);
  expect(strata).toMatchObject([{ stratum: 'all', calls: 9, drawn: 4 }]);
});

test('1,000 plans: shares differ by at most one unless somebody would score themselves, over the whole plan too', () => {
  const dice = diceOf(seed);
  for (let n = 0; n < 1_000; n += 1) {
    const people = Array.from({ length: 1 + dice(8) }, (_, place) => `e${place}`);
    const before = new Map(people.map((id) => [id, 0]));
    for (let draw = 0; draw < 5; draw += 1) {
      const of = Array.from({ length: dice(40) }, () => ({ agent_user_id: `a${dice(6)}` }));
      const given = assigned(
        of,
        people.map((user_id) => ({ user_id, before: before.get(user_id) ?? 0 })),
      );
      const counts = people.map((id) => given?.filter((one) => one === id).length ?? 0);
      expect(Math.max(...counts) - Math.min(...counts), `seed ${seed}`).toBeLessThanOrEqual(1);
      for (const id of given ?? []) before.set(id, (before.get(id) ?? 0) + 1);
    }
    const all = [...before.values()];
    expect(Math.max(...all) - Math.min(...all), `seed ${seed}`).toBeLessThanOrEqual(1);
  }
});

test('nobody scores themselves', () => {
  const one = { user_id: 'ada', before: 0 };
  const two = { user_id: 'ben', before: 5 };
  const own = [{ agent_user_id: 'ada' }, { agent_user_id: 'ada' }, { agent_user_id: 'cleo' }];
  expect(assigned(own, [one, two])).toEqual(['ben', 'ben', 'ada']);
  expect(assigned(own, [one])).toBeUndefined();
  expect(assigned([], [])).toEqual([]);
});
