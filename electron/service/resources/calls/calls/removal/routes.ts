import * as bulk from '@shared/contract/call-bulk';
import * as removal from '@shared/contract/call-removal';
import { readCall } from '@shared/contract/calls';
import type { Service } from '../../../../context';
import { asking } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { single } from '../../../../http/single';
import { callList } from '../list.queries';
import { destruction } from './destruction';
import { holdCall, removeCall, removeCalls, removedList, restoreCall, restoreCalls } from './queries';

export function removalRoutes(service: Service): void {
  const { handle, store } = service;
  service.part(destruction);
  const read = single(store, callList, readCall);

  handle(removal.listRemovedCalls, listed(store, removal.listRemovedCalls, removedList));

  handle(removal.removeCall, async (asked) => {
    await store.write(removeCall, { ...asking(asked), versions: asked.versions }, asked.by);
    return {};
  });

  handle(removal.restoreCall, async ({ params: { call_id: id }, scope, by }) => {
    await store.write(restoreCall, { id, scope }, by);
    return { url: `/api/v2/calls/${id}.json` };
  });

  handle(bulk.removeCalls, async ({ body: { call_ids: ids }, scope, by }) => {
    const { changed, refused } = await store.write(removeCalls, { ids, scope }, by);
    return { removed: changed, refused };
  });

  handle(bulk.restoreCalls, async ({ body: { call_ids: ids }, scope, by }) => {
    const { changed, refused } = await store.write(restoreCalls, { ids, scope }, by);
    return { restored: changed, refused };
  });

  handle(removal.holdCall, async (asked) => {
    const { body, versions, by } = asked;
    await store.write(holdCall, { ...asking(asked), record: body.call, versions }, by);
    return read(asked);
  });
}
