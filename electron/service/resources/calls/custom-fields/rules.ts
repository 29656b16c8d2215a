import type { ChangedCustomField, CustomField, IntegerSettings, NewCustomField } from '@shared/contract/custom-fields';
import { type Reason, reason } from '@shared/reasons/reasons';

type Sent = Omit<ChangedCustomField | NewCustomField, 'tenant_id' | 'name' | 'type'>;
export type Option = { value: string; color: string };

/** The settings of a field of type integer that has none yet. */
export const noSettings: IntegerSettings = {
  int_min: null,
  int_max: null,
  aggregate: null,
  fieldset_thresholds: { thresholds: [] },
};

/** The options in either of their two forms; undefined if neither was sent. A color that was not sent is kept. */
export function optionsIn(sent: Sent, stored: readonly Option[]): Option[] | undefined {
  const options: { value: string; color?: string | undefined }[] | undefined =
    sent.fieldset_dropdown_value_settings?.options ?? sent.options?.map((value) => ({ value }));
  const colorOf = (value: string) => stored.find((one) => one.value === value)?.color ?? '';
  return options?.map(({ value, color }) => ({ value, color: color ?? colorOf(value) }));
}

/** The settings of a field of type integer after a change, into which the sent ones are merged. */
export function settingsAfter(stored: IntegerSettings, sent: Sent): IntegerSettings {
  const { fieldset_thresholds: thresholds, ...rest } = sent.fieldset_integer_value_settings ?? {};
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...stored, ...given, fieldset_thresholds: thresholds ?? stored.fieldset_thresholds };
}

/** The reasons to refuse a record of a field of this type, by path. */
export function faultsOf(sent: Sent, type: CustomField['type']): Record<string, Reason> {
  const faults: Record<string, Reason> = {};
  const flat = sent.options;
  const dropdown = sent.fieldset_dropdown_value_settings?.options;
  const only = (of: CustomField['type'], path: string, isSent: boolean) => {
    if (isSent && type !== of) faults[path] = reason('field_other_type', { type: of });
  };
  only('string', 'str_max_len', typeof sent.str_max_len === 'number');
  only('option', 'options', flat !== undefined && flat.length > 0);
  only('option', 'fieldset_dropdown_value_settings.options', dropdown !== undefined && dropdown.length > 0);
  only('integer', 'fieldset_integer_value_settings', Boolean(sent.fieldset_integer_value_settings));
  for (const n of repeated(flat ?? [])) faults[`options.${n}`] = reason('given_twice');
  const values = dropdown?.map(({ value }) => value);
  for (const n of repeated(values ?? [])) {
    faults[`fieldset_dropdown_value_settings.options.${n}.value`] = reason('given_twice');
  }
  if (flat && values && JSON.stringify(flat) !== JSON.stringify(values)) {
    faults['fieldset_dropdown_value_settings.options'] = reason('field_options_differ');
  }
  const inSection = sent.fieldset_text_value_settings?.display_as;
  if (sent.display_as !== undefined && inSection !== undefined && sent.display_as !== inSection) {
    faults['fieldset_text_value_settings.display_as'] = reason('field_display_differs');
  }
  return faults;
}

/** The places of values that occur earlier in the list. */
const repeated = (values: readonly string[]) =>
  values.flatMap((value, place) => (values.indexOf(value) < place ? [place] : []));
