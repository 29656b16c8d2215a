import { z } from 'zod';
import { isZone } from '../locale';
import { says } from '../reasons/check';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, tenantOfNew } from './fields';
import { channels } from './import-presets';
import { DateOrder } from './import-reading';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';
import { SaidReason } from './refusals';

/** What becomes of a recording once it was imported and its stored copy was compared with it. */
export const afterwards = ['keep', 'move', 'delete'] as const;

const state = {
  is_readable: z.boolean().nullable().meta({ description: 'Null before the first look, and while it is off' }),
  growing: z
    .array(z.object({ name: z.string(), size: z.int().meta({ description: 'Bytes' }) }))
    .meta({ description: 'Files that are not complete, at most 100 of them' }),
  taken_today: z.int().meta({ description: 'Files imported since midnight, with those that were there already' }),
  refused: z.int().meta({ description: 'Files that were refused and have not been tried again' }),
};

/** A folder that another program writes recordings into, and how they are imported. */
export const WatchFolder = z
  .object({
    watch_folder_id: z.uuid(),
    name: z.string(),
    folder: z.string(),
    is_on: z.boolean(),
    preset_id: z.uuid().nullable().meta({ description: 'By which names are read; null: recognised in each batch' }),
    timezone: z.string().nullable(),
    date_order: DateOrder.nullable(),
    channels,
    tenant_id: z.uuid(),
    category_ids: z.array(z.uuid()),
    create_missing: z.boolean(),
    metadata_only: z.boolean(),
    afterwards: z.enum(afterwards),
    done_folder: z.string().meta({ description: 'The folder in it that moved files go to' }),
    ...state,
    waiting: z.int().meta({ description: 'Files that wait for an answer about their dates' }),
    moved_today: z.int().meta({ description: 'Files that were moved or deleted since midnight' }),
  })
  .meta({ id: 'WatchFolder' });
export type WatchFolder = z.infer<typeof WatchFolder>;

/** A name that every system takes for a folder, and that a look does not pass over. */
const doneFolder = z
  .string()
  .trim()
  .min(1, says('not_folder_name'))
  .max(64)
  .refine((name) => !/[\p{Cc}/\\<>:"|?*]|^\.|[. ]$/u.test(name), says('not_folder_name'));

const source = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: 'A handle of a folder that was chosen on this computer' });
const zone = z
  .string()
  .nullable()
  .refine((name) => name === null || isZone(name), says('zone_unknown'))
  .meta({ description: 'Of times without an offset; null: that of the preset, or of the settings' });
const category_ids = z.array(recordId()).max(20).meta({ description: 'Categories that all calls get' });

const fixed = {
  watch_folder_id: readOnly(),
  folder: readOnly(),
  is_readable: readOnly(),
  growing: readOnly(),
  taken_today: readOnly(),
  refused: readOnly(),
  waiting: readOnly(),
  moved_today: readOnly(),
};

const NewWatchFolder = z.strictObject({
  ...fixed,
  source,
  name: recordName().optional().meta({ description: 'By default that of the folder' }),
  is_on: z.boolean().default(true),
  preset_id: recordId().nullable().default(null),
  timezone: zone.default(null),
  date_order: DateOrder.nullable().default(null),
  channels: channels.default(null),
  tenant_id: tenantOfNew(),
  category_ids: category_ids.default([]),
  create_missing: z.boolean().default(false),
  metadata_only: z.boolean().default(false),
  afterwards: z.enum(afterwards).default('keep'),
  done_folder: doneFolder.default('imported'),
});
export type NewWatchFolder = z.output<typeof NewWatchFolder>;

const ChangedWatchFolder = z.strictObject({
  ...fixed,
  source: source.optional(),
  name: recordName().optional(),
  is_on: z.boolean().optional(),
  preset_id: recordId().nullable().optional(),
  timezone: zone.optional(),
  date_order: DateOrder.nullable().optional(),
  channels: channels.optional(),
  tenant_id: tenantOfNew(),
  category_ids: category_ids.optional(),
  create_missing: z.boolean().optional(),
  metadata_only: z.boolean().optional(),
  afterwards: z.enum(afterwards).optional(),
  done_folder: doneFolder.optional(),
});
export type ChangedWatchFolder = z.output<typeof ChangedWatchFolder>;

const reach = 'every tenant' as const;
const base = collection({
  plural: 'watch_folders',
  singular: 'watch_folder',
  id: 'watch_folder_id',
  area: { view: 'system:view', edit: 'system:edit', delete: 'system:edit' },
  record: WatchFolder,
  fresh: NewWatchFolder,
  changed: ChangedWatchFolder,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
  reach,
});

export const watchFolderApi = {
  ...base,
  create: operation({ ...base.create, refusals: ['NotFound', 'Conflict'] }),
  update: operation({ ...base.update, reach, refusals: ['NotFound', 'Conflict'] }),
};

/** `cancelled`: the import was cancelled before it reached the file. `waiting`: nothing says how its dates are written. */
const outcome = z.enum(['imported', 'skipped', 'refused', 'cancelled', 'waiting']);

/** A complete file of a watch folder, and what came of it. */
export const WatchedFile = z
  .object({
    watched_file_id: z.string(),
    watch_folder_id: z.uuid().nullable().meta({ description: 'Null: its watch folder was removed' }),
    name: z.string().meta({ description: 'Its path in the watch folder' }),
    taken_at: timestamp().meta({ description: 'When its import began' }),
    outcome: outcome.nullable().meta({ description: 'Null until its import has ended' }),
    source: z
      .enum(['moved', 'deleted'])
      .nullable()
      .meta({ description: 'What became of the file itself; null: it was left where it is' }),
    explanation: z.string().nullable(),
    reasons: z
      .array(SaidReason)
      .meta({ description: 'What each sentence of the explanation says, and why it was kept' }),
    import_id: z.uuid().nullable(),
    call_id: z.uuid().nullable().meta({ description: 'Its call; of a skipped file, the call that is there already' }),
  })
  .meta({ id: 'WatchedFile' });
export type WatchedFile = z.infer<typeof WatchedFile>;

/** The oldest watch folder in short, as earlier versions had only one. */
export const readOldestWatchFolder = operation({
  method: 'get',
  path: '/api/v2/watch_folder.json',
  summary: 'Read the state of the oldest watch folder',
  permission: 'system:view',
  audited: { action: 'read', resource: 'settings' },
  response: z.object({
    watch_folder: z
      .object({ folder: z.string().meta({ description: 'Empty for none' }), is_on: z.boolean(), ...state })
      .meta({ id: 'OldestWatchFolder' }),
  }),
  extension: true,
});

/** The files that watch folders gave to imports, newest first. */
export const listWatchedFiles = operation({
  method: 'get',
  path: '/api/v2/watched_files.json',
  summary: 'List the files of watch folders',
  permission: 'system:view',
  audited: { action: 'read', resource: 'import' },
  query: listQuery.extend({
    watch_folder_id: recordId().optional().meta({ description: 'Files of this watch folder' }),
    outcome: outcome.optional().meta({ description: 'What came of the file' }),
  }),
  response: pageOf('watched_files', WatchedFile),
  extension: true,
});

/** Refused files, and those of a cancelled import, are imported again, as far as they are still in the folder. */
export const retryWatchedFiles = operation({
  method: 'post',
  path: '/api/v2/watched_files/retry.json',
  summary: 'Import refused and cancelled files of watch folders again',
  permission: 'system:edit',
  audited: { action: 'update', resource: 'import' },
  body: z.strictObject({
    retry: z.strictObject({
      watched_file_ids: z.array(z.string().min(1).max(64)).min(1).max(1000),
      watch_folder_id: recordId().optional().meta({ description: 'Only those of this watch folder' }),
    }),
  }),
  response: z.object({ retried: z.int() }).meta({ id: 'RetriedFiles' }),
  extension: true,
});
