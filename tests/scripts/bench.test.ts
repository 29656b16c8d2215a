import { resolve } from 'node:path';
import { filterTypes, operatorsOf } from '@shared/call-filters/table';
import { expect, test } from 'vitest';

test('a list of any length has a deep page that next_url leads to, or none', async () => {
  const { deepPage } = await import(resolve('scripts/bench/lists.mjs'));
  for (const limit of [20, 100]) {
    for (let count = 0; count <= 2_000; count++) {
      const deep = deepPage(count, limit);
      // There is no page before the first call, and the last page has no next one.
      if (deep)
        expect([deep.before >= 0, deep.before + limit === deep.depth, deep.depth < count]).toEqual([true, true, true]);
      else expect(count).toBeLessThan(1.2 * limit);
    }
  }
});

test('the bench searches by every name of the advanced search, with an operator of its type', async () => {
  const { filters } = await import(resolve('scripts/bench/filters.mjs'));

  expect(Object.keys(filters)).toEqual(Object.keys(filterTypes));
  for (const [name, type] of Object.entries(filterTypes)) expect(operatorsOf[type]).toContain(filters[name][0]);
});
