import type { CustomField } from '@shared/contract/custom-fields';
import { presets } from '../../form/presets';

export type FieldKind = CustomField['type'];
export type FieldChoice = { value: string; color: string };

/** The fields of the form. Those of other kinds than that of the field are null. */
export type FieldValues = Pick<
  CustomField,
  | 'name'
  | 'description'
  | 'enable'
  | 'type'
  | 'display_as'
  | 'str_max_len'
  | 'fieldset_dropdown_value_settings'
  | 'fieldset_integer_value_settings'
  | 'editable'
  | 'search_options'
  | 'dashboard'
>;

/** The fields that only one kind has. */
export type KindValues = Pick<
  FieldValues,
  'str_max_len' | 'fieldset_dropdown_value_settings' | 'fieldset_integer_value_settings'
>;

const none: KindValues = {
  str_max_len: null,
  fieldset_dropdown_value_settings: null,
  fieldset_integer_value_settings: null,
};

/** The initial values of a field of a kind. */
export const startOf: Record<FieldKind, KindValues> = {
  string: { ...none, str_max_len: 64 },
  option: { ...none, fieldset_dropdown_value_settings: { options: [] } },
  integer: {
    ...none,
    fieldset_integer_value_settings: {
      int_min: null,
      int_max: null,
      aggregate: null,
      fieldset_thresholds: { thresholds: [] },
    },
  },
  date: none,
};

export const newField: FieldValues = {
  name: '',
  description: '',
  enable: true,
  type: 'string',
  display_as: 'default',
  ...startOf.string,
  editable: true,
  search_options: ['advanced'],
  dashboard: false,
};

export const fieldValuesOf = (field: CustomField): FieldValues =>
  Object.fromEntries(Object.keys(newField).map((name) => [name, field[name as keyof FieldValues]])) as FieldValues;

/** Colours that are far from one another come first, as in charts. */
const apart: readonly string[] = ['blue', 'ochre', 'teal', 'pink', 'olive', 'violet'];
const place = (colour: string) => (apart.includes(colour) ? apart.indexOf(colour) : apart.length);
const inOrder = [...presets].sort((a, b) => place(a.colour) - place(b.colour));

/** The first colour of the palette that is used least. */
export function nextColour(used: readonly { color: string }[]): string {
  const uses = (value: string) => used.filter(({ color }) => color === value).length;
  const [first] = [...inOrder].sort((a, b) => uses(a.value) - uses(b.value));
  return first?.value ?? '';
}
