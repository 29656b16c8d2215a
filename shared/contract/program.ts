import { z } from 'zod';
import { updateModes } from '../updates';
import { operation, timestamp } from './operation';

/** The running program. */
export const Program = z
  .object({
    version: z.string(),
    runtime: z.string().meta({ description: 'Electron or Node, and its version' }),
    sqlite: z.string(),
    started_at: timestamp(),
    mode: z.enum(['window', 'headless']),
    log_folder_name: z.string(),
    database: z.enum(['plain', 'encrypted']),
    updates: z.object({
      mode: z.enum(updateModes),
      version: z.string().nullable().meta({ description: 'A newer version that was found' }),
      checked_at: timestamp().nullable(),
    }),
  })
  .meta({ id: 'Program' });

export const readProgram = operation({
  method: 'get',
  path: '/api/v2/program.json',
  summary: 'Read about the running program',
  permission: 'system:view',
  reach: 'every tenant',
  audited: { action: 'read', resource: 'settings' },
  response: z.object({ program: Program }),
  extension: true,
});
