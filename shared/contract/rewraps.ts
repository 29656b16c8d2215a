import { z } from 'zod';
import { Created, operation, timestamp } from './operation';

/** How the older recordings of a tenant are encrypted to one more key. `total` is the number when it began. */
export const Rewrap = z
  .object({
    status: z.enum(['running', 'done', 'cancelled', 'interrupted']),
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int().meta({ description: 'Recordings that the caller could not open, or that are damaged' }),
    started_at: timestamp(),
    ended_at: timestamp().nullable(),
  })
  .meta({ id: 'Rewrap' });
export type Rewrap = z.infer<typeof Rewrap>;

const rewrap = {
  path: '/api/v2/encrypt_keys/:key_id/rewrap.json',
  permission: 'encrypt_keys:edit',
  reach: 'whole tenant',
  extension: true,
} as const;

/**
 * Encrypts the recordings of the key's tenant to this key too. The audio stays as it is; only the header of each file is
 * rewritten. The caller must be able to open the recordings. Started again, it continues with those that are left.
 */
export const startRewrap = operation({
  ...rewrap,
  summary: 'Encrypt older recordings to a key too',
  method: 'post',
  audited: { action: 'rewrap', resource: 'encrypt_key', id: 'key_id' },
  response: Created,
  status: 201,
  refusals: ['Conflict'],
});

export const readRewrap = operation({
  ...rewrap,
  summary: 'Read how far older recordings are encrypted to a key',
  method: 'get',
  audited: { action: 'read', resource: 'encrypt_key', id: 'key_id' },
  response: z.object({ rewrap: Rewrap }),
});

/** Stops after the current recording. */
export const cancelRewrap = operation({
  ...rewrap,
  summary: 'Stop encrypting older recordings to a key',
  method: 'delete',
  audited: { action: 'delete', resource: 'encrypt_key', id: 'key_id' },
  response: z.object({}),
});
