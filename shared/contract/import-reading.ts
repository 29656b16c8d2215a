import { z } from 'zod';
import { callNumberFields, callTextFields } from '../call-fields';
import { channelRules, dateForms, dateOrders } from '../import-fields';
import { channels, chosenPreset } from './import-presets';
import { operation, timestamp } from './operation';
import { SaidReason } from './refusals';

/** Orders of a date in numbers. */
export const DateOrder = z
  .enum(dateOrders)
  .meta({ description: 'How dates are written of which nothing says it: day, month or year first' });

/** What only a person can say about files of call details. */
export const ImportQuestion = z
  .object({
    code: z.enum(['date_order', 'zone']),
    file: z.string().nullable(),
    from: z.string().nullable().meta({ description: 'The column' }),
    choices: z.array(z.string()),
  })
  .meta({ id: 'ImportQuestion' });
export type ImportQuestion = z.infer<typeof ImportQuestion>;

const ReadPreset = z.object({
  preset_id: z.uuid().nullable(),
  key: z.string().nullable(),
  name: z.string(),
  fits: z.number().int(),
  of: z.number().int(),
});

const Doubt = z.object({ field: z.string(), code: z.string() });

const texts = Object.fromEntries(callTextFields.map((field) => [field, z.string().optional()])) as Record<
  (typeof callTextFields)[number],
  z.ZodOptional<z.ZodString>
>;
const numbers = Object.fromEntries(callNumberFields.map((field) => [field, z.number().optional()])) as Record<
  (typeof callNumberFields)[number],
  z.ZodOptional<z.ZodNumber>
>;

/** A call as it will become: only what would have a value. */
export const ReadCall = z
  .object({
    ...texts,
    ...numbers,
    setup_time: timestamp().optional(),
    connect_time: timestamp().optional(),
    disconnect_time: timestamp().optional(),
    duration: z.number().int().optional(),
    protocol_call_direction: z.number().int().optional(),
    custom_fields: z.array(z.object({ name: z.string(), value: z.string() })),
    categories: z.array(z.string()),
    files: z.array(z.object({ name: z.string(), start_time: timestamp().nullable() })),
    record: z.object({ file: z.string(), line: z.number().int() }).nullable(),
    doubts: z.array(Doubt),
  })
  .meta({ id: 'ReadCall' });
export type ReadCall = z.infer<typeof ReadCall>;

/** How names and call details are read, and why. */
export const ImportReading = z
  .object({
    preset: ReadPreset.nullable(),
    because: z.array(SaidReason).meta({ description: 'Why it is read by this preset, or by none' }),
    others: z.array(ReadPreset).meta({ description: 'Other presets that fit' }),
    names: z.object({
      total: z.number().int(),
      fit: z.number().int(),
      examples: z.array(
        z.object({
          name: z.string(),
          pattern: z.string().nullable(),
          values: z.record(z.string(), z.string()),
          doubts: z.array(Doubt),
        }),
      ),
    }),
    columns: z.array(
      z.object({
        file: z.string(),
        from: z.string(),
        field: z.string().nullable().meta({ description: 'null: no rule reads it' }),
        because: z.enum(['given', 'preset', 'name', 'alias', 'content']).nullable(),
        filled: z.number().int(),
        unreadable: z.number().int(),
        samples: z.array(z.string()),
      }),
    ),
    times: z.array(
      z.object({
        file: z.string(),
        from: z.string(),
        form: z.enum(dateForms).nullable(),
        because: z.enum(['given', 'preset', 'form', 'value', 'recordings', 'column', 'undecided']),
        settled_by: z.string().nullable().meta({ description: 'A value that only this form reads' }),
        zone: z.string(),
      }),
    ),
    questions: z.array(ImportQuestion),
    doubts: z.array(z.object({ code: z.string(), field: z.string(), count: z.number().int(), reason: SaidReason })),
    stereo: z.object({
      files: z.number().int(),
      channels: z.enum(channelRules).nullable(),
      because: z.enum(['given', 'preset', 'default']),
    }),
    calls: z.array(ReadCall).meta({ description: 'The first calls, as they will become' }),
  })
  .meta({ id: 'ImportReading' });
export type ImportReading = z.infer<typeof ImportReading>;

/** How a source is read, besides its preset. */
export const readingOptions = {
  ...chosenPreset,
  timezone: z.string().max(64).optional().meta({ description: 'Of times without an offset' }),
  date_order: DateOrder.optional(),
  channels: channels.optional(),
  limit: z.number().int().min(1).max(200).default(20).meta({ description: 'The most calls to return' }),
  metadata_only: z.boolean().default(false).meta({ description: 'Rows of call details without audio become calls' }),
};

/** Reads names and call details that are sent, and stores nothing. */
export const tryImportPreset = operation({
  method: 'post',
  path: '/api/v2/import_presets/trial.json',
  summary: 'Try an import preset',
  permission: 'calls:create',
  audited: { action: 'read', resource: 'import_preset' },
  body: z.strictObject({
    trial: z.strictObject({
      ...readingOptions,
      mapping: z.record(z.string().max(128), z.string().max(128)).optional(),
      names: z.array(z.string().max(1024)).max(1000).default([]),
      details: z
        .array(z.strictObject({ name: z.string().min(1).max(1024), text: z.string().max(67_108_864) }))
        .max(20)
        .default([]),
    }),
  }),
  response: z.object({ trial: z.object({ reading: ImportReading }) }),
  extension: true,
});
