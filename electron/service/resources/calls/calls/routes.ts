import { countCalls, listCalls, readCall } from '@shared/contract/calls';
import type { CallEvent } from '@shared/contract/events';
import type { Service } from '../../../context';
import { followed } from '../../../http/followed';
import { listed } from '../../../http/paging';
import { single } from '../../../http/single';
import { callChanges } from './announced.queries';
import { callList } from './list.queries';
import { selectReached } from './reach.queries';
import { textRenewal } from './search/renewal';

export function callRoutes({ handle, store, part }: Service): void {
  part(textRenewal);
  part(followed).add(callChanges, async (calls, { scope }) => {
    const reached = await store.read(selectReached, { ids: calls.map(({ id }) => id), scope });
    return calls
      .filter(({ id, change }) => reached.get(id) === (change === 'removed'))
      .map(({ id, change }) => ({ id, data: { call_id: id, change } satisfies CallEvent }));
  });

  handle(listCalls, listed(store, listCalls, callList));

  handle(countCalls, async ({ query, scope, actor: { zone }, view }) => ({
    count: await store.read(callList.count, { values: { ...query, sort_order: 'desc' }, scope, zone }, view),
  }));

  handle(readCall, single(store, callList, readCall));
}
