import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { callKeys } from '../../renderer/api/cache/calls';
import type { Filters } from '../../renderer/features/calls/filters';
import { useCountsWithout } from '../../renderer/features/calls/use-counts-without';

const search: Filters = { search: 'invoice', date: null, advanced: [], sort: 'desc' };
const filters: Filters = { ...search, date: { period: 'today' } };

function Counts({ read }: { read: ReturnType<typeof useCountsWithout> }) {
  read.push(...useCountsWithout(filters));
  return null;
}

test('the counts without each filter are the counts that other parts of the window have read', () => {
  const client = new QueryClient();
  client.setQueryData(callKeys.count(search), 7);
  client.setQueryData(callKeys.count({ ...filters, search: '' }), 0);
  const read: ReturnType<typeof useCountsWithout> = [];

  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Counts, { read })));

  expect(read).toEqual([{ name: 'date', count: 7 }]);
});
