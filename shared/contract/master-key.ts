import { z } from 'zod';
import { says } from '../reasons/check';
import { operation, timestamp } from './operation';

/** The master key of the archive, as far as it may be known outside the keychain. */
export const MasterKey = z
  .object({
    state: z.enum(['ok', 'absent', 'locked', 'missing', 'mismatch']).meta({ description: 'Of the keychain' }),
    kit_made_at: timestamp()
      .nullable()
      .meta({ description: 'When the last recovery kit of this master key was made; null without one' }),
  })
  .meta({ id: 'MasterKey' });
export type MasterKey = z.infer<typeof MasterKey>;

export const readMasterKey = operation({
  method: 'get',
  path: '/api/v2/master_key.json',
  summary: 'Read the state of the master key',
  permission: 'encrypt_keys:view',
  audited: { action: 'read', resource: 'master_key' },
  response: z.object({ master_key: MasterKey }),
  extension: true,
});

/**
 * Seals every application key with a new master key. Recovery kits and signed URLs of the one before stop working.
 * Only in the window, after entering the password again.
 */
export const replaceMasterKey = operation({
  method: 'post',
  path: '/api/v2/master_key/replacement.json',
  summary: 'Replace the master key',
  permission: 'encrypt_keys:edit',
  audited: { action: 'update', resource: 'master_key' },
  // It seals the application keys of every tenant.
  reach: 'every tenant',
  body: z.strictObject({
    master_key: z.strictObject({
      password: z.string().min(1, says('password_missing')).max(1024),
    }),
  }),
  response: z.object({ master_key: MasterKey }),
  refusals: ['Conflict', 'KeychainUnavailable'],
  extension: true,
  door: 'app',
});
