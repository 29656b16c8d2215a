import { countCalls, listCalls, readCall } from '@shared/contract/calls';
import { mustHold } from '../../../access/actor';
import type { Service } from '../../../context';
import { listed } from '../../../http/paging';
import { single } from '../../../http/single';
import { callList } from './list.queries';
import { textRenewal } from './search/renewal';

/** The rights that an order needs, because it tells of other records than calls. */
const rightOf = { score: 'evaluation_reports:view', notes_count: 'call_notes:view' } as const;

export function callRoutes({ handle, store, part }: Service): void {
  part(textRenewal);

  const page = listed(store, listCalls, callList);
  handle(listCalls, (asked) => {
    const { sort } = asked.query;
    const right = sort === 'score' || sort === 'notes_count' ? rightOf[sort] : undefined;
    if (right) mustHold(asked.actor, right);
    return page(asked);
  });

  handle(countCalls, async ({ query, scope, actor: { zone }, view }) => ({
    count: await store.read(callList.count, { values: { ...query, sort_order: 'desc' }, scope, zone }, view),
  }));

  handle(readCall, single(store, callList, readCall));
}
