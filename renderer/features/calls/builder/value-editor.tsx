import { useState } from 'react';
import { Group, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../../core/session';
import { DateField } from '../../../ui/date-field';
import { MomentField } from '../../../ui/moment-field';
import { TextField } from '../../../ui/text-field';
import { ChoiceValues, RecordValues } from './set-values';
import styles from './value-editor.module.css';
import type { ValueProps } from './values';

/** The editor for the type of a filter. */
export function ValueEditor(props: ValueProps) {
  const { item } = props;
  if (item.choices) return <ChoiceValues {...props} choices={item.choices} />;
  if (item.records) return <RecordValues {...props} kind={item.records} />;
  if (item.type === 'date' || item.type === 'datetime') return <Times {...props} />;
  return <Typed {...props} />;
}

const lengths = ['0:30', '1:00', '2:00', '10:00'];

/** A text, a number or a length. */
function Typed({ item: { type, label }, text, onChange, error }: ValueProps) {
  const { t } = useTranslation();
  const isLength = type === 'duration';
  return (
    <div className={styles.typed}>
      <TextField
        label={label}
        labelHidden
        value={text}
        onChange={onChange}
        autoFocus
        message={error}
        {...(isLength && { hint: t('filters.lengthHint') })}
      />
      {isLength && (
        <Group className={styles.lengths ?? ''} aria-label={t('filters.lengths')}>
          {lengths.map((length) => (
            <ToggleButton
              key={length}
              className={styles.length ?? ''}
              isSelected={text === length}
              onChange={() => onChange(length)}
            >
              {length}
            </ToggleButton>
          ))}
        </Group>
      )}
    </div>
  );
}

/** A day or a time, or two for `between`. */
function Times({ item: { type }, operator, text, onChange, error }: ValueProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const [typed, setTyped] = useState(() => text.split(','));
  const isRange = operator === 'between';
  const change = (at: number) => (value: string | null) => {
    const times = isRange ? [typed[0] ?? '', typed[1] ?? ''] : [''];
    times[at] = value ?? '';
    setTyped(times);
    onChange(times.every(isWhole) ? times.join() : '');
  };
  const field = (label: string, at: number) => {
    const said = { label, value: typed[at] || null, onChange: change(at), autoFocus: at === 0 };
    return type === 'date' ? <DateField {...said} /> : <MomentField {...said} zone={zone} />;
  };
  return (
    <div className={styles.typed}>
      {field(isRange ? t('filters.from') : t(type === 'date' ? 'filters.on' : 'filters.at'), 0)}
      {isRange && field(t('filters.to'), 1)}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** While a year is typed, its first digits are a year too. */
const isWhole = (time: string) => time >= '1900';
