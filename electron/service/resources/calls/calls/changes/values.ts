import type { SentValue } from '@shared/contract/call-changes';
import { type Reason, reason } from '@shared/reasons/reasons';
import { type FieldFinder, storedValue, type ValueField, valueFault } from '../../custom-fields';

/**
 * The values to store for a call by the ids of their fields, empty ones to clear, and by path what is refused. A new
 * call may also have values of fields that are not editable. `known` are the values of the call that the caller sees: sent
 * back as they are, they are not refused, whatever their field is now.
 */
export function valuesIn(
  sent: readonly SentValue[],
  fieldFor: FieldFinder,
  path: string,
  { isNew = false, known }: { isNew?: boolean; known?: ReadonlyMap<string, string> } = {},
) {
  const faults: Record<string, Reason> = {};
  const values = new Map<string, string>();
  for (const [place, one] of sent.entries()) {
    const at = `${path}custom_fields.${place}`;
    const identified = `${at}.${one.field_id === undefined && one.name !== undefined ? 'name' : 'field_id'}`;
    const field = fieldFor(one);
    const value = one.value ?? '';
    const isSame = field && known?.get(field.field_id) === value && !values.has(field.field_id);
    const fault = field && !isSame ? faultOf(isNew ? { ...field, editable: 1 } : field, value) : undefined;
    if (!field) faults[identified] = unknown(one);
    else if (fault) faults[`${at}.value`] = fault;
    else if (values.has(field.field_id)) faults[identified] = reason('given_twice');
    else values.set(field.field_id, storedValue(value, field));
  }
  return { values, faults };
}

function faultOf(field: ValueField, value: string): Reason | undefined {
  if (field.enable === 0) return reason('field_disabled');
  if (field.editable === 0) return reason('field_not_editable');
  return value === '' ? undefined : valueFault(value, field);
}

const unknown = ({ field_id, name }: SentValue): Reason =>
  field_id === undefined && name === undefined ? reason('required') : reason('field_unknown');
