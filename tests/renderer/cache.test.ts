import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { callKeys, isOpenList } from '../../renderer/api/cache/calls';

test('cached data is found by a key of its collection; a handwritten key does not compile', () => {
  const client = new QueryClient();
  client.setQueryData(callKeys.one('8'), 'a call');

  // @ts-expect-error: a handwritten key must not compile
  client.setQueryData(['calls', 'one', '7'], 'another');

  expect(client.getQueryData(callKeys.one('8'))).toBe('a call');
  expect(client.getQueriesData({ queryKey: callKeys.all })).toHaveLength(2);
});

test('a partial key finds every entry that starts with it', () => {
  const client = new QueryClient();
  const [one, other] = [{ edition: 0 }, { edition: 1 }];
  for (const page of [0, 1, 'total'] as const) client.setQueryData(callKeys.list(one, page), page);
  client.setQueryData(callKeys.list(other, 0), 0);
  client.setQueryData(callKeys.arrived(one), 0);

  const found = (queryKey: ReturnType<typeof callKeys.list>) => client.getQueriesData({ queryKey }).length;

  expect({ all: found(callKeys.all), lists: found(callKeys.list()), one: found(callKeys.list(one)) }).toEqual({
    all: 5,
    lists: 4,
    one: 3,
  });
});

test('the pages of an open list are distinguished from other cached data of calls', () => {
  const listing = { edition: 0 };
  const keys = [callKeys.list(listing, 0), callKeys.list(listing, 'total'), callKeys.arrived(listing), callKeys.all];

  expect(keys.map((queryKey) => isOpenList({ queryKey }))).toEqual([true, true, false, false]);
});
