import { z } from 'zod';
import { restorableDays } from '../limits';
import { Call, readCall } from './calls';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** A removed call, and the time at which it is destroyed unless it is restored before. */
export const RemovedCall = Call.extend({
  removed_at: timestamp(),
  removed_by: z.uuid().nullable(),
  destroyed_at: timestamp(),
}).meta({ id: 'RemovedCall' });
export type RemovedCall = z.infer<typeof RemovedCall>;

const restorable = `for ${restorableDays} days`;

/** Removes a call from every list. Refused with Conflict under a legal hold and while the call is recorded. */
export const removeCall = operation({
  versioned: true,
  method: 'delete',
  path: '/api/v2/calls/:call_id.json',
  summary: 'Remove a call',
  permission: 'calls:delete',
  audited: { action: 'delete', resource: 'call', id: 'call_id' },
  response: z.object({}).meta({ description: `The call can be restored ${restorable}.` }),
  extension: true,
});

/** The removed calls that can be restored, last removed first. */
export const listRemovedCalls = operation({
  method: 'get',
  path: '/api/v2/removed_calls.json',
  summary: 'List removed calls',
  permission: 'calls:delete',
  audited: { action: 'read', resource: 'call' },
  query: listQuery,
  response: pageOf('removed_calls', RemovedCall),
  extension: true,
});

/** Restores a removed call with everything it had. */
export const restoreCall = operation({
  method: 'post',
  path: '/api/v2/removed_calls/:call_id/restore.json',
  summary: 'Restore a removed call',
  permission: 'calls:delete',
  audited: { action: 'restore', resource: 'call', id: 'call_id' },
  response: z.object({ url: z.string() }),
  extension: true,
});

/** Places a legal hold on a call, or lifts it. A call under legal hold does not change, and is not removed. */
export const holdCall = operation({
  versioned: true,
  method: 'put',
  path: '/api/v2/calls/:call_id.json/legal_hold.json',
  summary: 'Place a legal hold, or lift it',
  description:
    'While a call is held, its files, fields, values, categories and notes do not change, and it is not removed (409). ' +
    'New notes, evaluations, and closing a recording under way are allowed.',
  permission: 'calls:delete',
  needs: { 'call.legal_hold': { rights: ['retention:edit'], off: true } },
  audited: { action: 'update', resource: 'call', id: 'call_id' },
  body: z.strictObject({ call: z.strictObject({ legal_hold: z.boolean() }) }),
  response: readCall.response,
  text: 'description',
  extension: true,
});
