import type { Call } from '@shared/contract/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Archived, generatedArchive, localDay } from '../support/plain-search/archive';
import { filtersOver, passing } from '../support/plain-search/filters';

const archived = 5_000;
/** 2,000 take more than a minute on two cores. */
const searches = Number(process.env.EARSHOT_SEARCHES ?? 200);

test(`${searches} advanced searches find the same calls as a plain filter among ${archived}, in the same order`, async () => {
  const { admin, calls, world } = await generatedArchive(archived);
  const asked = fc.record({
    filters: fc.uniqueArray(filtersOver(calls, world), {
      minLength: 1,
      maxLength: 3,
      selector: ({ parameter }) => parameter,
    }),
    basic: fc.option(fc.constantFrom('direction=1,2', 'daterange=2026/03/28-2026/03/29', `user_id=${world.users[0]}`), {
      freq: 4,
    }),
    isOldest: fc.boolean(),
  });
  const isBasic: Record<string, (call: Archived) => boolean> = {
    direction: ({ protocol_call_direction }) => protocol_call_direction > 0,
    daterange: ({ setup_time }) => ['2026-03-28', '2026-03-29'].includes(localDay.format(setup_time)),
    user_id: ({ users }) => users.includes(0),
  };

  const mistakes = [];
  let hits = 0;
  for (const { filters, basic, isOldest } of fc.sample(asked, searches)) {
    const given = filters.map(({ parameter, value }) => `${parameter}=${encodeURIComponent(value)}`);
    const query = ['advanced_search=1', ...given, ...(basic ? [basic] : [])].join('&');
    const [list, count] = await Promise.all([
      admin.get(`/api/v2/calls.json?limit=50&${query}${isOldest ? '&sort_order=asc' : ''}`),
      admin.get(`/api/v2/calls/count.json?${query}`),
    ]);
    const found = list.body.calls?.map(({ call_id }: Call) => call_id);
    const inBasic = basic ? calls.filter(isBasic[basic.split('=')[0] as string] as (call: Archived) => boolean) : calls;
    const wanted = passing(inBasic, world, filters).map(({ call_id }) => call_id);
    const page = (isOldest ? wanted.toReversed() : wanted).slice(0, 50);
    const isRight = String(found) === String(page) && count.body.count === wanted.length;
    if (!isRight) mistakes.push({ query, details: list.body.details, count: count.body.count, wanted: wanted.length });
    if (wanted.length > 0) hits += 1;
  }

  expect(mistakes).toEqual([]);
  // Searches that find nothing would show little.
  expect(hits).toBeGreaterThan(searches / 3);
}, 600_000);
