import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsEditor } from '../../form/rows-editor';
import { useColours } from '../../form/use-colours';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { ColourField } from '../../ui/colour-field';
import { NotesOf } from '../../ui/field-parts';
import { TextField } from '../../ui/text-field';
import styles from './choices-editor.module.css';
import { useUsage } from './fields';
import { type Choice, type FieldValues, nextColour } from './values';

type Props = { form: FormOf<FieldValues>; field_id: string | null; readOnly: boolean };

/** The choices of a field, with their colours and order. A pasted list becomes one choice for each line. */
export function ChoicesEditor({ form, field_id, readOnly }: Props) {
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
  const change = (options: Choice[]) => field.onChange({ options });
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
    const added: Choice[] = [];
    for (const value of lines) {
      if ([...kept, ...added].some((choice) => choice.value === value)) continue;
      added.push({ value, color: nextColour([...kept, ...added]) });
    }
    change([...kept.slice(0, at), ...added, ...kept.slice(at)]);
  };
  return (
    <section aria-labelledby="choices" aria-describedby="choices-missing">
      <div className={styles.head}>
        <h2 id="choices" className={styles.title}>
          {t('customFields.choices')}
        </h2>
        {!readOnly && <span className={styles.hint}>{t('customFields.choicesHint')}</span>}
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
            <div className={styles.colour}>
              <ColourField
                label={t('customFields.colourOf', { name: choice.value || at + 1 })}
                value={choice.color || '#7d8088'}
                onChange={(color) => changeRow({ ...choice, color })}
                {...colours}
                readOnly={readOnly}
                small
              />
            </div>
            <div className={styles.value} onPaste={readOnly ? undefined : paste(at)}>
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
    <span className={styles.count} data-figures>
      {t('customFields.calls', { count, shown: shown(count) })}
    </span>
  );
}
