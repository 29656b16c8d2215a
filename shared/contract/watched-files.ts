import { z } from 'zod';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';
import { SaidReason } from './refusals';

/** `cancelled`: the import was cancelled before it reached the file. */
const outcome = z.enum(['imported', 'skipped', 'refused', 'cancelled']);

/** A complete file of the watch folder, and what came of it. */
export const WatchedFile = z
  .object({
    watched_file_id: z.string(),
    name: z.string().meta({ description: 'Its path in the watch folder' }),
    taken_at: timestamp().meta({ description: 'When its import began' }),
    outcome: outcome.nullable().meta({ description: 'Null until its import has ended' }),
    explanation: z.string().nullable(),
    reasons: z.array(SaidReason).meta({ description: 'What each sentence of the explanation says' }),
    import_id: z.uuid(),
    call_id: z.uuid().nullable().meta({ description: 'Its call; of a skipped file, the call that is there already' }),
  })
  .meta({ id: 'WatchedFile' });
export type WatchedFile = z.infer<typeof WatchedFile>;

/** The watch folder at the moment. */
export const WatchFolder = z
  .object({
    folder: z.string().meta({ description: 'Empty for none' }),
    is_on: z.boolean(),
    is_readable: z.boolean().nullable().meta({ description: 'Null before the first look, and while it is off' }),
    growing: z
      .array(z.object({ name: z.string(), size: z.int().meta({ description: 'Bytes' }) }))
      .meta({ description: 'Files that are not complete, at most 100 of them' }),
    taken_today: z.int().meta({ description: 'Files imported since midnight, with those that were there already' }),
    refused: z.int().meta({ description: 'Files that were refused and have not been tried again' }),
  })
  .meta({ id: 'WatchFolder' });
export type WatchFolder = z.infer<typeof WatchFolder>;

export const readWatchFolder = operation({
  method: 'get',
  path: '/api/v2/watch_folder.json',
  summary: 'Read the state of the watch folder',
  permission: 'system:view',
  audited: { action: 'read', resource: 'settings' },
  response: z.object({ watch_folder: WatchFolder }),
  extension: true,
});

/** The files that the watch folder gave to imports, newest first. */
export const listWatchedFiles = operation({
  method: 'get',
  path: '/api/v2/watched_files.json',
  summary: 'List the files of the watch folder',
  permission: 'system:view',
  audited: { action: 'read', resource: 'import' },
  query: listQuery.extend({ outcome: outcome.optional().meta({ description: 'What came of the file' }) }),
  response: pageOf('watched_files', WatchedFile),
  extension: true,
});

/** Refused files, and those of a cancelled import, are imported again, as far as they are still in the folder. */
export const retryWatchedFiles = operation({
  method: 'post',
  path: '/api/v2/watched_files/retry.json',
  summary: 'Import refused and cancelled files of the watch folder again',
  permission: 'system:edit',
  audited: { action: 'update', resource: 'import' },
  body: z.strictObject({
    retry: z.strictObject({ watched_file_ids: z.array(z.string().min(1).max(64)).min(1).max(1000) }),
  }),
  response: z.object({ retried: z.int() }).meta({ id: 'RetriedFiles' }),
  extension: true,
});
