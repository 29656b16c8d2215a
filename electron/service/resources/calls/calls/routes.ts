import { countCalls, listCalls, readCall } from '@shared/contract/calls';
import type { Service } from '../../../context';
import { listed } from '../../../http/paging';
import { single } from '../../../http/single';
import { callList } from './list.queries';
import { textRenewal } from './search/renewal';

export function callRoutes({ handle, store, part }: Service): void {
  part(textRenewal);

  handle(listCalls, listed(store, listCalls, callList));

  handle(countCalls, async ({ query, scope, actor: { zone }, view }) => ({
    count: await store.read(callList.count, { values: { ...query, sort_order: 'desc' }, scope, zone }, view),
  }));

  handle(readCall, single(store, callList, readCall));
}
