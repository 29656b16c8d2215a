import { countCalls, listCalls, readCall } from '@shared/contract/calls';
import type { Service } from '../../context';
import { decodeAfter, page } from '../../http/paging';
import { found } from '../../refusal';
import { selectCall, selectCallCount, selectCallKey, selectCalls } from './queries';

export function callRoutes({ handle, store }: Service): void {
  handle(listCalls, async ({ query, scope, actor: { zone }, request: { url }, view }) => {
    const after = decodeAfter(query, url);
    return page({
      name: 'calls',
      rows: await store.list(selectCalls, { query, scope, zone, after }, view),
      query,
      url,
      count: (cap) => store.read(selectCallCount, { query, scope, zone, cap }),
      keyOf: (row) => found(store.get(selectCallKey, { call_id: JSON.parse(row).call_id })),
    });
  });

  handle(countCalls, async ({ query, scope, actor: { zone }, view }) => ({
    count: await store.read(selectCallCount, { query, scope, zone, newer_than: query.newer_than }, view),
  }));

  handle(readCall, ({ params, scope, actor: { zone } }) => ({
    call: found(store.get(selectCall, { call_id: params.call_id, scope, zone })),
  }));
}
