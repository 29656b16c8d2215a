import type { IntegerSettings } from '@shared/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import type { Threshold } from '../../core/thresholds';
import { RowsEditor } from '../../form/rows-editor';
import { useColours } from '../../form/use-colours';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import { ColourField } from '../../ui/colour-field';
import { NumberField } from '../../ui/number-field';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import choices from './choices-editor.module.css';
import styles from './number-fields.module.css';
import { partsOf } from './thresholds';
import { type FieldValues, nextColour } from './values';

const operators = ['ge', 'gt', 'le', 'lt', 'eq'] as const;
const maxThresholds = 20;

/** The range of a number, and the thresholds that name and colour its values. */
export function NumberFields({ form, readOnly }: { form: FormOf<FieldValues>; readOnly: boolean }) {
  const { t } = useTranslation();
  const path = 'fieldset_integer_value_settings';
  const field = useField<FieldValues, IntegerSettings | null>(form, path);
  const messageAt = usePartMessages(form, path);
  const colours = useColours();
  const settings = field.value;
  if (!settings) return null;
  const { thresholds } = settings.fieldset_thresholds;
  const change = (part: Partial<IntegerSettings>) => field.onChange({ ...settings, ...part });
  const end = (name: 'int_min' | 'int_max') => ({
    label: t(`customFields.${name}`),
    value: settings[name],
    onChange: (value: number | null) => change({ [name]: value }),
    message: messageAt(name),
    readOnly,
  });
  return (
    <>
      <div className={styles.ends}>
        <NumberField {...end('int_min')} />
        <NumberField {...end('int_max')} />
      </div>
      <section aria-labelledby="thresholds">
        <h2 id="thresholds" className={choices.title}>
          {t('customFields.thresholds')}
        </h2>
        <p className={choices.hint}>{t('customFields.thresholdsHint')}</p>
        <ThresholdBar settings={settings} />
        <RowsEditor<Threshold>
          label={t('customFields.thresholds')}
          rows={thresholds}
          onChange={(rows) => change({ fieldset_thresholds: { thresholds: rows } })}
          newRow={() => ({ op: 'ge', value: settings.int_min ?? 0, label: '', color: nextColour(thresholds) })}
          isEmpty={() => false}
          words={{
            add: t('customFields.addThreshold'),
            remove: (at) => t('customFields.removeThreshold', { name: thresholds[at]?.label || at + 1 }),
            grip: t('customFields.grip'),
          }}
          sortable
          most={maxThresholds}
          readOnly={readOnly}
          onFocusable={(focus) => field.ref({ focus })}
        >
          {(row, at, changeRow) => (
            <>
              <div className={styles.operator}>
                <SelectField
                  label={t('customFields.operator', { at: at + 1 })}
                  labelHidden
                  value={row.op}
                  onChange={(op) => changeRow({ ...row, op: op as Threshold['op'] })}
                  choices={operators.map((id) => ({ id, name: t(`customFields.operators.${id}`) }))}
                  readOnly={readOnly}
                />
              </div>
              <div className={styles.limit}>
                <NumberField
                  label={t('customFields.limit', { at: at + 1 })}
                  labelHidden
                  value={row.value}
                  // Refused by the rules while it is empty.
                  onChange={(value) => changeRow({ ...row, value: value as number })}
                  message={messageAt(`fieldset_thresholds.thresholds.${at}.value`)}
                  readOnly={readOnly}
                />
              </div>
              <div className={choices.value}>
                <TextField
                  label={t('customFields.label', { at: at + 1 })}
                  labelHidden
                  value={row.label}
                  onChange={(label) => changeRow({ ...row, label })}
                  message={messageAt(`fieldset_thresholds.thresholds.${at}.label`)}
                  readOnly={readOnly}
                  spellCheck
                />
              </div>
              <div className={choices.colour}>
                <ColourField
                  label={t('customFields.colourOf', { name: row.label || at + 1 })}
                  value={row.color || '#7d8088'}
                  onChange={(color) => changeRow({ ...row, color })}
                  {...colours}
                  readOnly={readOnly}
                  small
                />
              </div>
            </>
          )}
        </RowsEditor>
      </section>
    </>
  );
}

/** The range of a number with the colours and names of its thresholds. */
function ThresholdBar({ settings }: { settings: IntegerSettings }) {
  const format = useFormat();
  const parts = partsOf(settings);
  if (parts.length === 0 || settings.fieldset_thresholds.thresholds.length === 0) return null;
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts.map(({ from, to, share, threshold }) => (
        <div key={from} className={styles.part} style={{ flexGrow: share }}>
          <span className={styles.label}>{threshold?.label}</span>
          <i style={{ background: threshold?.color || undefined }} />
          <span className={styles.range} data-figures>
            {from === to ? format.figure(from) : `${format.figure(from)} – ${format.figure(to)}`}
          </span>
        </div>
      ))}
    </div>
  );
}
