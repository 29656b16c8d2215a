import { expect, test } from 'vitest';
import { pageOfMemory } from '../../electron/service/http/paging';

test('a page of records in memory costs no more when there are many', () => {
  const records = Array.from({ length: 100_000 }, (_, n) => ({ path: String(n).padStart(6, '0') }));
  let compared = 0;
  const by = ({ path }: { path: string }) => {
    compared += 1;
    return path;
  };
  const scope = {} as Parameters<typeof pageOfMemory>[2]['scope'];
  const query = { limit: 3, start: 50_000, max_total_calc: 0, after: undefined };

  const page = pageOfMemory(records, { by }, { query, url: 'http://127.0.0.1/', scope });

  expect(JSON.parse(page.bytes.toString())).toEqual([{ path: '050000' }, { path: '050001' }, { path: '050002' }]);
  expect([page.more, page.last, compared]).toEqual([true, ['050002'], 1]);
});
