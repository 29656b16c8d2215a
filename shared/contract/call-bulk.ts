import { z } from 'zod';
import { Call } from './calls';
import { recordId } from './fields';
import { operation } from './operation';
import { RefusalBody, SaidReason } from './refusals';

const call_ids = z.array(recordId()).min(1).max(1000);
const category_ids = z.array(recordId()).max(100).default([]);

/** A call that stays as it was, and why. */
export const UnchangedCall = z
  .object({
    call_id: z.uuid(),
    error: RefusalBody.shape.error,
    explanation: z.string(),
    reason: SaidReason,
  })
  .meta({ id: 'UnchangedCall' });
export type UnchangedCall = z.infer<typeof UnchangedCall>;

const refused = z.array(UnchangedCall).meta({ description: 'The calls that stay as they were, each with the reason' });

/** Adds categories to several calls, and removes others. If that is refused for one call, the others are still changed. */
export const categorizeCalls = operation({
  method: 'post',
  path: '/api/v2/calls/categories.json',
  summary: 'Add and remove categories of several calls',
  permission: 'calls:categorize',
  audited: { action: 'create', resource: 'category' },
  body: z.strictObject({ call_ids, add: category_ids, remove: category_ids }),
  response: z.object({ calls: z.array(Call), refused }).meta({ description: 'The changed calls as they are now' }),
  extension: true,
});

/** Removes several calls. A call under legal hold, or one that is being recorded, stays. */
export const removeCalls = operation({
  method: 'post',
  path: '/api/v2/calls/removal.json',
  summary: 'Remove several calls',
  permission: 'calls:delete',
  audited: { action: 'create', resource: 'call' },
  body: z.strictObject({ call_ids }),
  response: z.object({ removed: z.array(z.uuid()), refused }),
  extension: true,
});

/** Restores several removed calls. */
export const restoreCalls = operation({
  method: 'post',
  path: '/api/v2/removed_calls/restore.json',
  summary: 'Restore several removed calls',
  permission: 'calls:delete',
  audited: { action: 'create', resource: 'call' },
  body: z.strictObject({ call_ids }),
  response: z.object({ restored: z.array(z.uuid()), refused }),
  extension: true,
});
