import type { AuditAction } from '@shared/contract/audited';
import type { CallEvent } from '@shared/contract/events';
import { followed } from '../../../access/followed';
import type { Scope } from '../../../access/scope';
import { Announcer } from '../../../store/announce';
import { afterEntry } from '../../../store/audit';
import { selectReached } from './reach.queries';

/** The changes of calls. One that was created or removed, and then changed, remains just that. */
export const callChanges = new Announcer<Pick<CallEvent, 'change'>>('call', {
  replaces: ({ change }) => change !== 'changed',
});

/** The ends of removed calls, with what decides who may know. */
export const destroyedCalls = new Announcer<{ tenant_id: string; confidential: boolean }>('destroyed_call', {
  isUnfollowed: true,
});

followed(callChanges, (db, calls, { scope }) => {
  const reached = selectReached.run(db, { ids: calls.map(({ id }) => id), scope });
  return calls
    .filter(({ id, change }) => reached.get(id) === (change === 'removed'))
    .map(({ id, change }) => ({ id, data: { call_id: id, change } satisfies CallEvent }));
});

followed(destroyedCalls, (_, calls, { scope }) =>
  calls.filter((call) => wasReached(scope, call)).map(({ id }) => ({ id, data: { call_id: id, change: 'destroyed' } })),
);

/** Whether the caller would have seen a call that is gone. Who had part in it is not known any more. */
function wasReached({ tenants, people, ...scope }: Scope, call: { tenant_id: string; confidential: boolean }): boolean {
  if (people !== 'all' || (call.confidential && !scope.confidential)) return false;
  return tenants === 'all' || call.tenant_id === scope.params.scope_tenant;
}

const changeBy: { [K in AuditAction]?: CallEvent['change'] } = {
  create: 'created',
  update: 'changed',
  delete: 'removed',
  restore: 'created',
};

// Audited changes of calls announce themselves.
afterEntry((db, { action, resource, resource_id, isOwn }) => {
  const change = changeBy[action];
  if (resource === 'call' && resource_id && change && !isOwn) callChanges.announce(db, resource_id, { change });
});
