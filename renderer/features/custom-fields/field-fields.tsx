import type { CustomField } from '@shared/contract/custom-fields';
import type { ParseKeys } from 'i18next';
import { CalendarDays, Hash, List, Type } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OneOfFew } from '../../form/choices';
import { TextLine, WholeNumber } from '../../form/fields';
import { RowsEditor } from '../../form/rows-editor';
import { useColours } from '../../form/use-colours';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { Cards } from '../../ui/cards';
import { ColourField } from '../../ui/colour-field';
import { NotesOf } from '../../ui/field-parts';
import { Switch } from '../../ui/switch';
import { TextField } from '../../ui/text-field';
import choicesEditor from './choices-editor.module.css';
import styles from './field-fields.module.css';
import { useUsage } from './fields';
import { NumberFields } from './number-fields';
import { type FieldChoice, type FieldKind, type FieldValues, type KindValues, nextColour, startOf } from './values';

/** The labels of the fields. */
export const fieldLabels = {
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
  const type = useField<FieldValues, FieldKind>(form, 'type');
  const field = <N extends keyof FieldValues>(name: N) => ({ form, name, label: t(fieldLabels[name]), readOnly });
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
  const left = useRef<Partial<Record<FieldKind, KindValues>>>({});
  const changeKind = (kind: FieldKind) => {
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
        label={t(fieldLabels.type)}
        value={type.value}
        onChange={(kind) => changeKind(kind as FieldKind)}
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
const hasFigures: readonly FieldKind[] = ['option', 'integer'];

/** What people can do with the field. */
function Abilities({ form, readOnly }: Pick<Props, 'form' | 'readOnly'>) {
  const { t } = useTranslation();
  const editable = useField<FieldValues, boolean>(form, 'editable');
  const searches = useField<FieldValues, FieldValues['search_options']>(form, 'search_options');
  const dashboard = useField<FieldValues, boolean>(form, 'dashboard');
  const type = useField<FieldValues, FieldKind>(form, 'type');
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

type ChoicesEditorProps = { form: FormOf<FieldValues>; field_id: string | null; readOnly: boolean };

/** The choices of a field, with their colours and order. A pasted list becomes one choice for each line. */
function ChoicesEditor({ form, field_id, readOnly }: ChoicesEditorProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const usage = useUsage(field_id);
  const field = useField<FieldValues, FieldValues['fieldset_dropdown_value_settings']>(
    form,
    'fieldset_dropdown_value_settings',
  );
  const messageAt = usePartMessages(form, 'fieldset_dropdown_value_settings.options');
  const missing = usePartMessages(form, 'fieldset_dropdown_value_settings')('options');
  const choices = field.value?.options ?? [];
  const change = (options: FieldChoice[]) => field.onChange({ options });
  const colours = useColours();
  const countOf = (value: string): number | undefined =>
    value === '' ? undefined : usage?.options.find((option) => option.value === value)?.call_count;

  const paste = (at: number) => (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    const kept = choices.filter(({ value }, other) => other !== at || value !== '');
    const added: FieldChoice[] = [];
    for (const value of lines) {
      if ([...kept, ...added].some((choice) => choice.value === value)) continue;
      added.push({ value, color: nextColour([...kept, ...added]) });
    }
    change([...kept.slice(0, at), ...added, ...kept.slice(at)]);
  };
  return (
    <section aria-labelledby="choices" aria-describedby="choices-missing">
      <div className={choicesEditor.head}>
        <h2 id="choices" className={choicesEditor.title}>
          {t('customFields.choices')}
        </h2>
        {!readOnly && <span className={choicesEditor.hint}>{t('customFields.choicesHint')}</span>}
      </div>
      <RowsEditor
        label={t('customFields.choices')}
        rows={choices}
        onChange={change}
        newRow={() => ({ value: '', color: nextColour(choices) })}
        isEmpty={({ value }) => value === ''}
        words={{
          add: t('customFields.addChoice'),
          remove: (at) => t('customFields.removeChoice', { name: choices[at]?.value || at + 1 }),
          grip: t('customFields.grip'),
        }}
        sortable
        readOnly={readOnly}
        onFocusable={(focus) => field.ref({ focus })}
      >
        {(choice, at, changeRow) => (
          <>
            <div className={choicesEditor.colour}>
              <ColourField
                label={t('customFields.colourOf', { name: choice.value || at + 1 })}
                value={choice.color || '#7d8088'}
                onChange={(color) => changeRow({ ...choice, color })}
                {...colours}
                readOnly={readOnly}
                small
              />
            </div>
            <div className={choicesEditor.value} onPaste={readOnly ? undefined : paste(at)}>
              <TextField
                label={t('customFields.choice', { at: at + 1 })}
                labelHidden
                value={choice.value}
                onChange={(value) => changeRow({ ...choice, value })}
                message={messageAt(`${at}.value`)}
                readOnly={readOnly}
                spellCheck
                after={<Count count={countOf(choice.value)} shown={(count) => format.figure(count)} />}
              />
            </div>
          </>
        )}
      </RowsEditor>
      <div role="alert">
        <NotesOf id="choices-missing" label={t('customFields.choices')} message={missing} />
      </div>
    </section>
  );
}

function Count({ count, shown }: { count: number | undefined; shown: (count: number) => string }) {
  const { t } = useTranslation();
  return count === undefined ? null : (
    <span className={choicesEditor.count} data-figures>
      {t('customFields.calls', { count, shown: shown(count) })}
    </span>
  );
}
