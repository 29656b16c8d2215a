import type { CustomField } from '@shared/contract/custom-fields';
import type { ParseKeys } from 'i18next';
import { CalendarDays, Hash, List, Type } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OneOfFew } from '../../form/choices';
import { TextLine, WholeNumber } from '../../form/fields';
import { type FormOf, useField } from '../../form/use-field';
import { Cards } from '../../ui/cards';
import { Switch } from '../../ui/switch';
import { ChoicesEditor } from './choices-editor';
import styles from './field-fields.module.css';
import { NumberFields } from './number-fields';
import { type FieldValues, type Kind, type KindValues, startOf } from './values';

/** The labels of the fields. */
export const labels = {
  name: 'customFields.name',
  description: 'customFields.description',
  enable: 'customFields.inUse',
  type: 'customFields.kind',
  display_as: 'customFields.shownAs',
  str_max_len: 'customFields.longest',
  fieldset_dropdown_value_settings: 'customFields.choices',
  fieldset_integer_value_settings: 'customFields.numbers',
  editable: 'customFields.editable',
  search_options: 'customFields.searching',
  dashboard: 'customFields.onToday',
} as const satisfies Record<keyof FieldValues, ParseKeys>;

const icons = { string: Type, option: List, integer: Hash, date: CalendarDays } as const;
const kinds = ['string', 'option', 'integer', 'date'] as const;

type Props = {
  form: FormOf<FieldValues>;
  record: CustomField | null;
  readOnly: boolean;
};

/** The fields of a custom field; some only for its kind. */
export function FieldFields({ form, record, readOnly }: Props) {
  const { t } = useTranslation();
  const type = useField<FieldValues, Kind>(form, 'type');
  const field = <N extends keyof FieldValues>(name: N) => ({ form, name, label: t(labels[name]), readOnly });
  const text = useField<FieldValues, number | null>(form, 'str_max_len');
  const choices = useField<FieldValues, FieldValues['fieldset_dropdown_value_settings']>(
    form,
    'fieldset_dropdown_value_settings',
  );
  const numbers = useField<FieldValues, FieldValues['fieldset_integer_value_settings']>(
    form,
    'fieldset_integer_value_settings',
  );
  const now: KindValues = {
    str_max_len: text.value,
    fieldset_dropdown_value_settings: choices.value,
    fieldset_integer_value_settings: numbers.value,
  };
  // What was typed for another kind comes back with it.
  const left = useRef<Partial<Record<Kind, KindValues>>>({});
  const changeKind = (kind: Kind) => {
    left.current[type.value] = now;
    const next = left.current[kind] ?? startOf[kind];
    type.onChange(kind);
    text.onChange(next.str_max_len);
    choices.onChange(next.fieldset_dropdown_value_settings);
    numbers.onChange(next.fieldset_integer_value_settings);
  };
  return (
    <>
      <div className={styles.top}>
        <TextLine {...field('name')} />
        <TextLine {...field('description')} />
      </div>
      <Cards
        label={t(labels.type)}
        value={type.value}
        onChange={(kind) => changeKind(kind as Kind)}
        message={type.message}
        readOnly={readOnly}
        choices={kinds.map((id) => ({ id, name: t(`customFields.kinds.${id}`), icon: icons[id] }))}
      />
      {type.value === 'string' && (
        <div className={styles.line}>
          <WholeNumber {...field('str_max_len')} hint={t('customFields.longestHint')} />
          <OneOfFew
            {...field('display_as')}
            choices={(['default', 'multiline', 'label'] as const).map((id) => ({
              id,
              name: t(`customFields.displays.${id}`),
            }))}
          />
        </div>
      )}
      {choices.value && <ChoicesEditor form={form} field_id={record?.field_id ?? null} readOnly={readOnly} />}
      {numbers.value && <NumberFields form={form} readOnly={readOnly} />}
      <Abilities form={form} readOnly={readOnly} />
    </>
  );
}

/** The kinds of which Today shows figures. */
const hasFigures: readonly Kind[] = ['option', 'integer'];

/** What people can do with the field. */
function Abilities({ form, readOnly }: Pick<Props, 'form' | 'readOnly'>) {
  const { t } = useTranslation();
  const editable = useField<FieldValues, boolean>(form, 'editable');
  const searches = useField<FieldValues, FieldValues['search_options']>(form, 'search_options');
  const dashboard = useField<FieldValues, boolean>(form, 'dashboard');
  const type = useField<FieldValues, Kind>(form, 'type');
  const search = (one: 'advanced' | 'free_text') => ({
    value: searches.value.includes(one),
    onChange: (on: boolean) =>
      searches.onChange(
        (['advanced', 'free_text'] as const).filter((other) => (other === one ? on : searches.value.includes(other))),
      ),
    readOnly,
  });
  return (
    <fieldset className={styles.abilities}>
      <legend className={styles.legend}>{t('customFields.abilities')}</legend>
      <Switch
        label={t('customFields.editable')}
        value={editable.value}
        onChange={editable.onChange}
        readOnly={readOnly}
      />
      <Switch label={t('customFields.inFilters')} {...search('advanced')} />
      <Switch label={t('customFields.inSearch')} {...search('free_text')} />
      {hasFigures.includes(type.value) && (
        <Switch
          label={t('customFields.onToday')}
          value={dashboard.value}
          onChange={dashboard.onChange}
          readOnly={readOnly}
        />
      )}
    </fieldset>
  );
}
