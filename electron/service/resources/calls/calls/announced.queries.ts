import type { AuditAction } from '@shared/contract/audited';
import type { CallEvent } from '@shared/contract/events';
import { Announcer } from '../../../store/announce';
import { afterEntry } from '../../../store/audit';

/** The changes of calls. One that was created or removed, and then changed, remains just that. */
export const callChanges = new Announcer<Pick<CallEvent, 'change'>>('call', {
  replaces: ({ change }) => change !== 'changed',
});

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
