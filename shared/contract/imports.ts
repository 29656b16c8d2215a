import { z } from 'zod';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

export const importStatus = ['running', 'done', 'cancelled', 'failed', 'interrupted'] as const;

/** Bringing files in. `total` counts audio files; imported + skipped + refused = done. */
export const Import = z
  .object({
    import_id: z.uuid(),
    name: z.string().meta({ description: 'The folder or file it came from' }),
    status: z.enum(importStatus),
    total: z.number().int(),
    done: z.number().int(),
    imported: z.number().int(),
    skipped: z.number().int().meta({ description: 'Already there' }),
    refused: z.number().int(),
    rows_without_audio: z.number().int(),
    bytes: z.number().int(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

const importOutcome = z.enum(['imported', 'skipped', 'refused', 'without_audio']);

/** What became of one file or one row of call records. */
export const ImportRow = z
  .object({
    row: z.number().int(),
    file: z.string().nullable(),
    outcome: importOutcome,
    code: z.string().nullable(),
    explanation: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Extension: what was wrong, as one word for each cause' }),
    call_id: z.uuid().nullable(),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof ImportRow>;

/** Column of the record file → field of the call. */
const Mapping = z.record(z.string().max(128), z.string().max(128));

export const NewImport = z.strictObject({
  source: z.string().min(1, 'Required').max(128),
  timezone: z.string().max(64).optional(),
  mapping: Mapping.optional(),
  create_missing: z.boolean().default(false),
});
export type NewImport = z.infer<typeof NewImport>;

export const createImport = operation({
  method: 'post',
  path: '/api/v2/imports.json',
  permission: 'calls:create',
  body: z.strictObject({ import: NewImport }),
  response: Created,
  status: 201,
  extension: true,
});
export const listImports = operation({
  method: 'get',
  path: '/api/v2/imports.json',
  permission: 'calls:create',
  query: listQuery,
  response: pageOf('imports', Import),
  extension: true,
});
export const readImport = operation({
  method: 'get',
  path: '/api/v2/imports/:import_id.json',
  permission: 'calls:create',
  response: z.object({ import: Import }),
  extension: true,
});
export const listImportRows = operation({
  method: 'get',
  path: '/api/v2/imports/:import_id.json/rows.json',
  permission: 'calls:create',
  query: listQuery.extend({ outcome: importOutcome.optional() }),
  response: pageOf('rows', ImportRow),
  extension: true,
});
/** Cancels: the file in hand is finished, what is in stays in. */
export const cancelImport = operation({
  method: 'delete',
  path: '/api/v2/imports/:import_id.json',
  permission: 'calls:create',
  response: z.object({ import: Import }),
  extension: true,
});
