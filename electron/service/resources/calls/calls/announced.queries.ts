import type { AuditAction } from '@shared/contract/audited';
import { Announcer } from '../../../store/announce';
import { afterEntry } from '../../../store/audit';

type Change = 'created' | 'changed' | 'removed';

/** The changes of calls. One that was created or removed, and then changed, remains just that. */
export const callChanges = new Announcer<{ change: Change }>('call', {
  replaces: ({ change }) => change !== 'changed',
});

const changeBy: { [K in AuditAction]?: Change } = {
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
