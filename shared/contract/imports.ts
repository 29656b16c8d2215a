import { z } from 'zod';
import { tenantOfNew } from './fields';
import { channels, chosenPreset } from './import-presets';
import { DateOrder, ImportQuestion, ImportReading, readingOptions } from './import-reading';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';
import { SaidReason } from './refusals';

export const importStatus = ['running', 'paused', 'done', 'cancelled', 'failed', 'interrupted'] as const;

/** Why an import is paused (`DISK_FULL`, `QUESTION`) or has failed. */
const importReason = z.enum([
  ...(['DISK_FULL', 'QUESTION', 'SOURCE_GONE', 'OWN_DATA_FOLDER', 'NO_KEY', 'FAULT'] as const),
]);
export type ImportReason = z.infer<typeof importReason>;

/**
 * One import of files. `total` counts audio files; imported + skipped + refused = done. `rows` counts rows of call
 * details; rows_with_audio + rows_imported + rows_skipped + rows_refused + rows_without_audio = rows once it is done. A
 * paused import continues automatically when there is space for it, and an interrupted import at the next start.
 */
export const Import = z
  .object({
    import_id: z.uuid(),
    name: z.string().meta({ description: 'The folder or file it came from' }),
    status: z.enum(importStatus),
    reason: importReason.nullable().meta({ description: 'Why it is paused or failed' }),
    needed_bytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'What must be free for a paused import to continue' }),
    free_bytes: z.number().int().nullable().meta({ description: 'What was free when it paused' }),
    total: z.number().int().meta({ description: 'Audio files found' }),
    done: z.number().int(),
    imported: z.number().int().meta({ description: 'Files that are now in the archive' }),
    skipped: z.number().int().meta({ description: 'Files that were there already' }),
    refused: z.number().int().meta({ description: 'Files that were refused' }),
    annotated: z.number().int().meta({ description: 'Rows that came in with a note' }),
    calls: z.number().int().meta({ description: 'Calls that were made' }),
    rows: z.number().int().meta({ description: 'Rows of call details found' }),
    rows_with_audio: z.number().int().meta({ description: 'Rows that describe a recording, which is counted above' }),
    rows_imported: z.number().int().meta({ description: 'Rows that became calls without audio' }),
    rows_skipped: z.number().int().meta({ description: 'Rows whose call or recording has its details already' }),
    rows_refused: z.number().int().meta({ description: 'Rows that were refused' }),
    rows_without_audio: z.number().int().meta({ description: 'Rows without a recording here that became no call' }),
    record_files_refused: z.number().int().meta({ description: 'Files of call details that could not be read' }),
    other_files: z.number().int().meta({ description: 'Other files, which were left alone' }),
    preset_id: z.uuid().nullable().meta({ description: 'The import preset that names were read by' }),
    preset_name: z.string().nullable(),
    questions: z.array(ImportQuestion).meta({ description: 'What only a person can say; dates stop the import' }),
    doubts: z
      .record(z.string(), z.number().int())
      .meta({ description: 'How often something could not be read for sure, by the code of the reason' }),
    bytes: z.number().int(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

const importOutcome = z.enum(['imported', 'skipped', 'refused', 'without_audio']);
/** A recording, a row of call details, a file of call details that could not be read or has a note, or another file. */
const importSubject = z.enum(['recording', 'row', 'record_file', 'other_file']);

/** The outcome of one file or one row of call records. */
export const ImportRow = z
  .object({
    row: z.number().int(),
    file: z.string().nullable(),
    about: importSubject.meta({ description: 'Extension' }),
    record_file: z.string().nullable().meta({ description: 'Extension: the file of call details that the row is in' }),
    record_line: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Extension: its line in that file; in JSON its place in the list, from 1' }),
    outcome: importOutcome,
    code: z.string().nullable(),
    explanation: z.string().nullable(),
    reasons: z.array(SaidReason).meta({ description: 'Extension: what each sentence of the explanation says' }),
    call_id: z.uuid().nullable().meta({ description: 'Its call; of a skipped row, the call that is there already' }),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof ImportRow>;

/** Column of the record file → field of the call. */
const Mapping = z.record(z.string().max(128), z.string().max(128));

export const NewImport = z.strictObject({
  source: z.string().min(1).max(128),
  timezone: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Of times without an offset; by default that of the settings, otherwise that of the system' }),
  mapping: Mapping.optional(),
  ...chosenPreset,
  date_order: DateOrder.optional(),
  channels: channels.optional(),
  category_ids: z.array(z.uuid()).max(20).optional().meta({ description: 'Categories that all calls get' }),
  tenant_id: tenantOfNew(),
  create_missing: z.boolean().default(false),
  metadata_only: z.boolean().default(false).meta({ description: 'Rows of call details without audio become calls' }),
});
export type NewImport = z.input<typeof NewImport>;

/** The content behind a handle, before it is imported. */
export const ImportPreview = z
  .object({
    recordings: z.number().int(),
    recording_bytes: z.number().int(),
    record_files: z.number().int().meta({ description: 'Files that hold call details' }),
    rows: z.number().int().meta({ description: 'Rows of call details' }),
    rows_without_audio: z.number().int().meta({ description: 'Rows that name no recording here' }),
    other_files: z.number().int().meta({ description: 'Other files, which would be left alone' }),
    needs_timezone: z.boolean().meta({ description: 'A time without an offset would be read' }),
    needed_bytes: z.number().int().meta({ description: 'Space that must be free for it, estimated' }),
    free_bytes: z.number().int(),
    transcript_files: z.number().int().meta({ description: 'Transcripts, which this version leaves alone' }),
    reading: ImportReading,
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof ImportPreview>;

/**
 * Counts the content and leaves the handle valid. A newer preview of the handle, its import and its removal cancel an
 * older preview.
 */
export const previewImport = operation({
  method: 'post',
  path: '/api/v2/imports/preview.json',
  summary: 'Preview an import',
  permission: 'calls:create',
  audited: { action: 'create', resource: 'import' },
  body: z.strictObject({
    preview: z.strictObject({
      source: z.string().min(1).max(128),
      mapping: Mapping.optional(),
      ...readingOptions,
    }),
  }),
  response: z.object({ preview: ImportPreview }),
  refusals: ['NotFound'],
  extension: true,
});
/** Removes a handle and cancels its running preview. */
export const discardSource = operation({
  method: 'delete',
  path: '/api/v2/imports/sources/:source.json',
  summary: 'Discard the source of an import',
  permission: 'calls:create',
  audited: { action: 'delete', resource: 'import', id: 'source' },
  response: z.object({}),
  extension: true,
});

/** Files for an import or another operation, by their paths on this computer. The handle is forgotten at a lock. */
export const chooseSource = operation({
  method: 'post',
  path: '/api/v2/sources.json',
  summary: 'Choose files by their paths',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import' },
  body: z.strictObject({ source: z.strictObject({ paths: z.array(z.string().min(1).max(4096)).min(1).max(1000) }) }),
  response: z.object({ handle: z.string() }).meta({ id: 'Source' }),
  status: 201,
  extension: true,
  door: 'command',
});

export const createImport = operation({
  method: 'post',
  path: '/api/v2/imports.json',
  summary: 'Start an import',
  permission: 'calls:create',
  audited: { action: 'create', resource: 'import' },
  needs: { 'import.create_missing': { rights: ['call_categories:edit', 'custom_fields:edit'] } },
  body: z.strictObject({ import: NewImport }),
  response: Created,
  status: 201,
  extension: true,
});
export const listImports = operation({
  method: 'get',
  path: '/api/v2/imports.json',
  summary: 'List imports',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import' },
  query: listQuery,
  response: pageOf('imports', Import),
  extension: true,
});
export const readImport = operation({
  method: 'get',
  path: '/api/v2/imports/:import_id.json',
  summary: 'Read an import',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import', id: 'import_id' },
  response: z.object({ import: Import }),
  extension: true,
});
export const listImportRows = operation({
  method: 'get',
  path: '/api/v2/imports/:import_id.json/rows.json',
  summary: 'List the rows of an import',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import', id: 'import_id' },
  query: listQuery.extend({
    outcome: importOutcome.optional().meta({ description: 'What came of the row' }),
    about: importSubject.optional().meta({ description: 'What the row is about' }),
    annotated: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'Rows that came in with a note, or all others' }),
  }),
  response: pageOf('rows', ImportRow),
  extension: true,
});
/**
 * Continues a paused import, or retries it. One that asks how its dates are written needs `date_order`, and is refused with
 * Conflict without it. Does nothing for a running import; refused when it has ended. */
export const resumeImport = operation({
  method: 'put',
  path: '/api/v2/imports/:import_id.json',
  summary: 'Resume an import',
  permission: 'calls:create',
  audited: { action: 'update', resource: 'import', id: 'import_id' },
  body: z.strictObject({
    import: z.strictObject({ status: z.literal('running'), date_order: DateOrder.optional() }),
  }),
  response: z.object({ import: Import }),
  text: 'description',
  extension: true,
});
/** Cancels an import after the current call. Imported calls are kept. */
export const cancelImport = operation({
  method: 'delete',
  path: '/api/v2/imports/:import_id.json',
  summary: 'Cancel an import',
  permission: 'calls:create',
  audited: { action: 'delete', resource: 'import', id: 'import_id' },
  response: z.object({ import: Import }),
  extension: true,
});
