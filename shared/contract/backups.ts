import { z } from 'zod';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** A copy of the database that can be restored. The recordings are not in it. */
export const Backup = z
  .object({
    backup_id: z.uuid(),
    created_at: timestamp(),
    expires_at: timestamp().nullable().meta({
      description: 'When Earshot deletes it: a copy that it made before an upgrade; null for others',
    }),
    file_name: z.string().meta({ description: 'In the folder `backups` of the data folder' }),
    file_size: z.number().int().meta({ description: 'In bytes' }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

/** A backup has the calls of every tenant. */
const reach = 'every tenant';

export const listBackups = operation({
  method: 'get',
  path: '/api/v2/backups.json',
  summary: 'List backups',
  description: 'The newest first.',
  permission: 'system:view',
  audited: { action: 'read', resource: 'backup' },
  reach,
  query: listQuery,
  response: pageOf('backups', Backup),
  extension: true,
});
export const createBackup = operation({
  method: 'post',
  path: '/api/v2/backups.json',
  summary: 'Create a backup',
  description: 'Copies the database while it is in use, one copy at a time. Responds once the copy is on disk.',
  permission: 'system:edit',
  audited: { action: 'create', resource: 'backup' },
  reach,
  body: z.strictObject({ backup: z.strictObject({}) }),
  response: Created,
  status: 201,
  extension: true,
});
export const readBackup = operation({
  method: 'get',
  path: '/api/v2/backups/:backup_id.json',
  summary: 'Read a backup',
  permission: 'system:view',
  audited: { action: 'read', resource: 'backup', id: 'backup_id' },
  reach,
  response: z.object({ backup: Backup }),
  extension: true,
});
export const deleteBackup = operation({
  method: 'delete',
  path: '/api/v2/backups/:backup_id.json',
  summary: 'Delete a backup',
  permission: 'system:edit',
  audited: { action: 'delete', resource: 'backup', id: 'backup_id' },
  reach,
  response: z.object({}),
  extension: true,
});

/** Reads the whole database of the archive, which can take minutes. */
export const verifyDatabase = operation({
  method: 'get',
  path: '/api/v2/database_verification.json',
  summary: 'Verify the database',
  permission: 'system:view',
  audited: { action: 'read', resource: 'settings' },
  reach,
  response: z.object({ database_ok: z.boolean() }).meta({ id: 'DatabaseVerification' }),
  extension: true,
  door: 'command',
});
