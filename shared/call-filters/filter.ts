import type { z } from 'zod';
import { ids, moment, recordId, timezone } from '../contract/fields';
import { checked } from '../reasons/check';
import { type Reason, reason } from '../reasons/reasons';
import { type ReadValue, type Test, testOf } from './comparison';
import { choicesOf, type FilterName, type FilterType, filterTypes } from './table';
import { chosenFrom, day, readDecimal, readSearchedText, readWholeNumber, seconds } from './values';

/** One filter. The type of a custom field or a question is known to the service only, so its test is read there. */
export type Filter = { parameter: string } & (
  | ({ name: FilterName } & Test)
  | { field_id: string; operator: string; text: string }
  | { form_question_id: string; operator: string; text: string }
);

/** The name and the operator in a parameter `NAME__OPERATOR`; both empty for another parameter. */
export function nameAndOperator(parameter: string): { name: string; operator: string } {
  const [, name = '', operator = ''] = parameter.match(/^(.+?)__(.+)$/) ?? [];
  return { name, operator };
}

/** Reads a parameter `NAME__OPERATOR` and its value. Returns the reason to refuse it if it is not a filter. */
export function filterOf(parameter: string, text: string): Filter | Reason {
  const { name, operator } = nameAndOperator(parameter);
  const [, kind, id] = name.match(/^(custom_field|evaluation_answer)_(.+)$/) ?? [];
  const known_id = recordId().safeParse(id).data;
  if (known_id !== undefined)
    return {
      parameter,
      ...(kind === 'custom_field' ? { field_id: known_id } : { form_question_id: known_id }),
      operator,
      text,
    };
  if (!Object.hasOwn(filterTypes, name)) return reason('unknown_parameter');
  const known = name as FilterName;
  const [type, choices] = [filterTypes[known], choicesOf[known]];
  const test = testOf(type, operator, text, choices ? chosenFrom(choices) : readers[type]);
  return 'code' in test ? test : { parameter, name: known, ...test };
}

const by =
  (schema: z.ZodType<string | number | string[]>): ReadValue =>
  (text) => {
    const read = checked(schema, text);
    return 'data' in read ? read.data : (read.faults[0]?.reason ?? reason('not_valid'));
  };

const readers: Record<FilterType, ReadValue> = {
  string: readSearchedText,
  string_exact: by(recordId()),
  number: readWholeNumber,
  decimal: readDecimal,
  duration: seconds,
  date: day,
  datetime: by(moment()),
  set: by(ids()),
  zone: by(timezone()),
};
