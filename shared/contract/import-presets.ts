import { z } from 'zod';
import { channelRules, columnForms, isImportField, suits } from '../import-fields';
import { parsePath } from '../json-path';
import { isZone } from '../locale';
import { isFault, parsePattern } from '../patterns/parse';
import { says } from '../reasons/check';
import { reason } from '../reasons/reasons';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, tenantOfNew, text } from './fields';
import { operation, timestamp } from './operation';

/** What all calls of a name can be. */
export const nameDirections = ['inbound', 'outbound', 'internal'] as const;
const direction = z
  .enum(nameDirections)
  .nullable()
  .default(null)
  .meta({ description: 'Of all calls whose recordings have such a name' });

const pattern = z
  .string()
  .superRefine((written, { addIssue }) => {
    const parsed = parsePattern(written);
    if (isFault(parsed)) addIssue({ code: 'custom', message: parsed.reason.code, params: parsed.reason.values });
  })
  .meta({ description: 'Of the names of recordings: see docs/presets.md' });

const PresetName = z.strictObject({ pattern, direction });

const PresetColumn = z
  .strictObject({
    field: z
      .string()
      .max(128)
      .refine((field) => field === '' || isImportField(field), says('preset_field'))
      .meta({
        description: 'A field of a call, `custom.` and the name of a custom field, or empty to ignore the column',
      }),
    from: z.string().min(1).max(256).meta({ description: 'A column, or a path in JSON and XML' }),
    form: z.enum(columnForms).nullable().default(null),
    values: z
      .record(z.string().max(128), z.string().max(128))
      .nullable()
      .default(null)
      .meta({ description: 'What their values mean' }),
  })
  .superRefine(({ field, form }, { addIssue }) => {
    if (form !== null && !suits(field, form)) {
      const { code, values } = reason('preset_form', { form });
      addIssue({ code: 'custom', message: code, params: values, path: ['form'] });
    }
  });

export const detailFormats = ['csv', 'json', 'xml'] as const;

const PresetDetails = z
  .strictObject({
    format: z.enum(detailFormats),
    list: z
      .string()
      .max(256)
      .nullable()
      .default(null)
      .meta({ description: 'The path of the list of records; empty: the file is one record' }),
    columns: z
      .array(z.string().max(128))
      .min(1)
      .max(512)
      .nullable()
      .default(null)
      .meta({ description: 'The columns of a CSV without a header' }),
    has: z.array(z.string().min(1).max(256)).max(200).default([]).meta({ description: 'What must be there' }),
    mapping: z.array(PresetColumn).max(200).default([]),
  })
  .superRefine(({ format, list, columns, mapping }, { addIssue }) => {
    const refuse = (path: string) =>
      addIssue({ code: 'custom', message: 'preset_format', params: { format }, path: [path] });
    if (format === 'csv' ? list !== null : columns !== null) refuse(format === 'csv' ? 'list' : 'columns');
    if (format === 'csv') return;
    const noPath = (path: (string | number)[]) =>
      addIssue({ code: 'custom', message: 'preset_path', params: {}, path });
    if (list && !parsePath(list)) noPath(['list']);
    for (const [place, { from }] of mapping.entries()) if (!parsePath(from)) noPath(['mapping', place, 'from']);
  });

const names = z.array(PresetName).max(20);
const details = z.array(PresetDetails).max(10);
export const channels = z
  .enum(channelRules)
  .nullable()
  .meta({ description: 'Who is on which channel of a stereo file; null: the agent is left' });
const zone = z
  .string()
  .nullable()
  .refine((name) => name === null || isZone(name), says('zone_unknown'));
const internalDigits = z.number().int().min(2).max(10);

/** How a phone system names its recordings and writes its call details. */
export const ImportPreset = z
  .object({
    preset_id: z.uuid(),
    tenant_id: z.uuid().nullable().meta({ description: 'null: a built-in one' }),
    key: z.string().nullable().meta({ description: 'Of a built-in one' }),
    is_builtin: z.boolean(),
    is_active: z.boolean().meta({ description: 'Otherwise it is used only when it is named' }),
    name: z.string(),
    description: z.string(),
    timezone: z.string().nullable(),
    internal_digits: z.number().int().meta({ description: 'Numbers with no more digits are extensions' }),
    channels,
    names: z.array(z.object({ pattern: z.string(), direction: z.enum(nameDirections).nullable() })),
    details: z.array(
      z.object({
        format: z.enum(detailFormats),
        list: z.string().nullable(),
        columns: z.array(z.string()).nullable(),
        has: z.array(z.string()),
        mapping: z.array(
          z.object({
            field: z.string(),
            from: z.string(),
            form: z.enum(columnForms).nullable(),
            values: z.record(z.string(), z.string()).nullable(),
          }),
        ),
      }),
    ),
    created_at: timestamp(),
  })
  .meta({ id: 'ImportPreset' });
export type ImportPreset = z.infer<typeof ImportPreset>;

const fixed = {
  preset_id: readOnly(),
  key: readOnly(),
  is_builtin: readOnly(),
  created_at: readOnly(),
};

const Fresh = z.strictObject({
  ...fixed,
  tenant_id: tenantOfNew(),
  is_active: z.boolean().default(true),
  name: recordName(),
  description: text(4096).default(''),
  timezone: zone.default(null),
  internal_digits: internalDigits.default(6),
  channels: channels.default(null),
  names: names.default([]),
  details: details.default([]),
});
/** The fields of a new preset. One that reads nothing is refused at `names`. */
export const NewImportPreset = Fresh.superRefine((preset, { addIssue }) => {
  if (preset.names.length + preset.details.length === 0)
    addIssue({ code: 'custom', message: 'preset_empty', path: ['names'] });
});
export type NewImportPreset = z.output<typeof Fresh>;

/** The preset of an import: one that is stored, or one that is sent. Both are refused at `preset`. */
export const chosenPreset = {
  preset_id: recordId().optional().meta({ description: 'By which names are read. Without one, it is recognised' }),
  preset: NewImportPreset.optional().meta({ description: 'A preset that is not stored, instead' }),
};

const ChangedImportPreset = z.strictObject({
  ...fixed,
  tenant_id: readOnly(),
  is_active: z.boolean().optional(),
  name: recordName().optional(),
  description: text(4096).optional(),
  timezone: zone.optional(),
  internal_digits: internalDigits.optional(),
  channels: channels.optional(),
  names: names.optional(),
  details: details.optional(),
});
export type ChangedImportPreset = z.output<typeof ChangedImportPreset>;

/** Built-in presets are listed after a tenant's own, and are refused a change with Conflict. */
export const importPresetApi = collection({
  plural: 'import_presets',
  singular: 'import_preset',
  id: 'preset_id',
  area: { view: 'calls:create', edit: 'import_presets:edit', delete: 'import_presets:delete' },
  record: ImportPreset,
  fresh: NewImportPreset,
  changed: ChangedImportPreset,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
});

/** A preset as a file that a POST takes. */
export const exportImportPreset = operation({
  method: 'get',
  path: '/api/v2/import_presets/:preset_id/export.json',
  summary: 'Export an import preset',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import_preset', id: 'preset_id' },
  response: z.object({
    import_preset: ImportPreset.omit({
      preset_id: true,
      tenant_id: true,
      key: true,
      is_builtin: true,
      created_at: true,
    }),
  }),
  extension: true,
});
