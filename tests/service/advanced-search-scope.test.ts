import { expect, test } from 'vitest';
import { archiveOf, searchesOf } from '../support/advanced-search';
import { filterBy, filterNames, operatorsFor } from '../support/call-filters';
import { party } from '../support/given';
import { startService } from '../support/start-service';

const complements = [
  ['equal_to', 'not_equal_to'],
  ['includes', 'not_includes'],
  ['is_not_empty', 'is_empty'],
] as const;

/** Each filter that has a complement, with it. */
const pairs = filterNames.flatMap((name) =>
  complements
    .filter((pair) => pair.every((operator) => operatorsFor(name).includes(operator)))
    .map((pair) => pair.map((operator) => String(new URLSearchParams(filterBy(name, operator))))),
);

test('a filter and its complement together find exactly the calls in scope', async () => {
  const started = await startService();
  const { given } = started;
  const group_id = await given.group();
  const permissions = ['calls:view', 'call_notes:view'] as const;
  const agent = await given.user({ group_id, access_level: 'user', permissions: [...permissions] });
  const colleague = await given.user();
  const people = [
    { person: agent, base: 'a' },
    { person: await given.user({ permissions: [...permissions] }), base: 'abc' },
    {
      person: await given.user({
        access_level: 'managed_groups',
        managed_groups: [group_id],
        permissions: [...permissions],
      }),
      base: 'a',
    },
  ];
  const { ids } = await archiveOf(
    started,
    { participants: [party(agent.user_id)], from_number: '+1202', duration: 60 },
    { participants: [party(colleague.user_id)], from_name: 'abc' },
    { protocol_call_direction: 1 },
    { tenant_id: await given.tenant(), from_name: 'abc', from_number: '6004' },
    { confidential: 1 },
  );

  const seen = [];
  for (const { person, base } of people) {
    const found = await searchesOf(person, ids).every(Object.fromEntries(pairs.flat().map((query) => [query, base])));
    for (const pair of pairs) {
      const both = pair.map((query) => found[query] as string).join('');
      seen.push({ base, pair, both: [...both].sort().join('') });
    }
  }

  expect(seen.length).toBeGreaterThan(100);
  expect(seen.filter(({ base, both }) => base !== both)).toEqual([]);
});
