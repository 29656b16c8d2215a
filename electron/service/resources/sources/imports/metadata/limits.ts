import type { callTextFields } from '@shared/call-fields';
import { text } from '@shared/contract/fields';
import { PushedCall } from '@shared/contract/pushes';
import { longestName } from '@shared/limits';
import { checked } from '@shared/reasons/check';
import { type Reason, reason } from '@shared/reasons/reasons';
import { z } from 'zod';
import { type CallRecord, refusedRecord } from './record';

const names = z.array(text(longestName)).max(1000);
/** The longest value of a custom field is 8,096 characters. */
const limits = { file: text(4096), categories: names, names, value: text(8096) };

/** More faults of a row are not named. */
const namedAtMost = 20;

/**
 * The record, refused if it exceeds the limits of a call that is pushed. A text of any length would slow down every list
 * that shows it.
 */
export function withinLimits(record: CallRecord): CallRecord {
  const refused: Record<string, Reason> = {};
  const check = (field: string, schema: z.ZodType, value: unknown) => {
    if (Object.keys(refused).length === namedAtMost) return;
    const result = checked(schema, value);
    const [fault] = 'faults' in result ? result.faults : [];
    if (fault) refused[field] = ofField(field, fault.reason);
  };
  for (const [field, value] of Object.entries(record.fields)) check(field, PushedCall.shape[field as TextField], value);
  check('file', limits.file, record.file ?? '');
  const file = refused.file ? null : record.file;
  check('categories', limits.categories, record.categories);
  const custom = Object.entries(record.custom_fields);
  check(
    'custom_fields',
    limits.names,
    custom.map(([name]) => name),
  );
  for (const [name, value] of custom) if (!refused.custom_fields) check(`custom.${name}`, limits.value, value);
  return Object.keys(refused).length > 0 ? refusedRecord(refused, file) : record;
}

type TextField = (typeof callTextFields)[number];

/** A reason that names its field: a row has many. */
function ofField(field: string, { code, values }: Reason): Reason {
  if (code === 'too_long') return reason('field_too_long', { field, most: Number(values.most) });
  if (code === 'too_many_entries') return reason('field_too_many', { field, most: Number(values.most) });
  return reason('field_bad_character', { field });
}
