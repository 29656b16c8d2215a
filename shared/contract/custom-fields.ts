import { z } from 'zod';
import { lastPosition } from '../limits';
import { says } from '../reasons/check';
import { reason } from '../reasons/reasons';
import { collection } from './collection';
import { line, readOnly, recordId, recordName, searchedText, tenantOfNew, text } from './fields';
import { operation } from './operation';

const types = ['string', 'date', 'option', 'integer'] as const;
const displays = ['default', 'label', 'multiline'] as const;
const searches = ['advanced', 'free_text'] as const;
const aggregates = ['avg', 'sum', 'min', 'max'] as const;
const operators = ['ge', 'gt', 'le', 'lt', 'eq'] as const;

/** The largest number that a value may have: fifteen digits, which every JSON parser keeps. */
const largest = 999_999_999_999_999;
const wholeNumber = z.number().int().min(-largest).max(largest);

const Option = z.object({ value: z.string(), color: z.string() });
const Threshold = z.object({ op: z.enum(operators), value: z.number(), label: z.string(), color: z.string() });
const IntegerSettings = z.object({
  int_min: wholeNumber.nullable(),
  int_max: wholeNumber.nullable(),
  aggregate: z.enum(aggregates).nullable(),
  fieldset_thresholds: z.object({ thresholds: z.array(Threshold) }),
});
export type IntegerSettings = z.infer<typeof IntegerSettings>;

/** The definition of an additional attribute of calls. */
export const CustomField = z
  .object({
    field_id: z.uuid(),
    tenant_id: z.uuid().optional().meta({
      description:
        'Absent for a global field. Only with multi-tenancy, for users of the System tenant who may see tenants',
    }),
    name: z.string(),
    computer_name: z.string(),
    description: z.string(),
    enable: z.boolean(),
    is_global: z.boolean(),
    type: z.enum(types),
    options: z.array(z.string()),
    display_as: z.enum(displays),
    str_max_len: z.number().int().nullable().meta({ description: 'Null unless the type is string' }),
    editable: z.boolean(),
    search_options: z.array(z.enum(searches)),
    ai_assist: z.boolean(),
    dashboard: z.boolean(),
    fieldset_dropdown_value_settings: z
      .object({ options: z.array(Option) })
      .nullable()
      .meta({ description: 'Null unless the type is option' }),
    fieldset_integer_value_settings: IntegerSettings.nullable().meta({
      description: 'Null unless the type is integer',
    }),
    position: z.number().int().meta({ description: 'Extension: the place among the fields; equal ones are by name' }),
  })
  .meta({ id: 'CustomField' });
export type CustomField = z.infer<typeof CustomField>;

const color = z
  .string()
  .regex(/^(#[\da-f]{6})?$/i, says('not_color'))
  .meta({ description: '#RRGGBB; empty when unset' });
const option = line(256, z.string().min(1));

/** The fields that a new field and a change have in common. */
const fields = {
  field_id: readOnly(),
  computer_name: recordName().optional(),
  description: text(4096).optional(),
  enable: z.boolean().optional(),
  // Whatever it is, it is ignored from other callers, so the service checks it.
  is_global: z
    .custom<boolean>()
    .optional()
    .meta({ type: 'boolean', description: 'Ignored unless the caller may create global fields' }),
  options: z.array(option).max(1000).optional(),
  // A wrong one is refused under its name in API v2, see `withDisplay`.
  display_as: z.custom<(typeof displays)[number]>().optional().meta({ type: 'string', enum: displays }),
  fieldset_text_value_settings: z
    .strictObject({ display_as: z.enum(displays) })
    .partial()
    .nullish(),
  str_max_len: z.number().int().min(1).max(8096).nullish(),
  editable: z.boolean().optional(),
  search_options: z
    .array(z.enum(searches))
    .transform((sent) => searches.filter((one) => sent.includes(one)))
    .optional(),
  ai_assist: z.boolean().optional(),
  dashboard: z.boolean().optional(),
  fieldset_dropdown_value_settings: z
    .strictObject({ options: z.array(z.strictObject({ value: option, color: color.optional() })).max(1000) })
    .partial()
    .nullish(),
  fieldset_integer_value_settings: z
    .strictObject({
      int_min: wholeNumber.nullable(),
      int_max: wholeNumber.nullable(),
      aggregate: z.enum(aggregates).nullable(),
      fieldset_thresholds: z.strictObject({
        thresholds: z
          .array(
            z.strictObject({
              op: z.enum(operators),
              value: z.number(),
              label: line(64).default(''),
              color: color.default(''),
            }),
          )
          .max(20),
      }),
    })
    .partial()
    .nullish(),
  position: z.number().int().min(0).max(lastPosition).optional(),
};

/** API v2 reports a wrong `display_as` under the name that it has in a section. */
const withDisplay = <T extends z.ZodObject<typeof fields>>(schema: T): T =>
  schema.refine(({ display_as }) => display_as === undefined || displays.includes(display_as), {
    path: ['fieldset_text_value_settings', 'display_as'],
    // Also when another property is wrong, so that one response names all of them.
    when: ({ value }) => typeof value === 'object' && value !== null,
    ...says('one_of', { options: [...displays] }),
  });

const NewCustomField = withDisplay(
  z.strictObject({ ...fields, tenant_id: tenantOfNew(), name: recordName(), type: z.enum(types) }),
);
export type NewCustomField = z.output<typeof NewCustomField>;

const ChangedCustomField = withDisplay(
  z.strictObject({ ...fields, tenant_id: readOnly(), name: recordName().optional(), type: z.enum(types).optional() }),
);
export type ChangedCustomField = z.output<typeof ChangedCustomField>;

/** How many calls have a value of a field. */
export const FieldUsage = z
  .object({
    call_count: z.number().int(),
    options: z
      .array(z.object({ value: z.string(), call_count: z.number().int() }))
      .meta({ description: 'The options of the field that calls have' }),
  })
  .meta({ id: 'FieldUsage' });
export type FieldUsage = z.infer<typeof FieldUsage>;

/** Counts the calls in the caller's scope that have values of a field. */
export const readFieldUsage = operation({
  summary: 'Count the calls with values of a custom field',
  method: 'get',
  path: '/api/v2/custom_fields/:field_id.json/usage.json',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'custom_field', id: 'field_id' },
  response: z.object({ usage: FieldUsage }),
  extension: true,
});

const base = collection({
  plural: 'custom_fields',
  singular: 'custom_field',
  id: 'field_id',
  area: 'custom_fields',
  record: CustomField,
  fresh: NewCustomField,
  changed: ChangedCustomField,
  filters: {
    search_term: searchedText().optional().meta({ description: 'Part of the name' }),
    tenant_id: recordId()
      .optional()
      .meta({ description: 'Fields that calls of this tenant have: its own and global ones' }),
  },
  published: ['create', 'read', 'update'],
  decisions: {
    create: 'API v2 does not show the defaults, nor which of the two forms of options counts.',
    read: 'API v2 does not show the statuses.',
    update: 'A field whose values calls have keeps its type.',
  },
});

/** A global field belongs to every tenant, so it is changed and deleted by people who reach all of them. */
const needs = {
  'custom_field.is_global': {
    reach: 'every tenant, in the System tenant',
    when: 'stored',
    why: reason('field_global'),
  },
} as const;

/**
 * Custom fields, in their order. A field whose values calls have keeps its type, and its deletion is refused with
 * Conflict.
 */
export const customFieldApi = {
  ...base,
  update: operation({ ...base.update, needs }),
  delete: operation({ ...base.delete, needs }),
};
