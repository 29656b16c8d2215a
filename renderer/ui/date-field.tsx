import { parseDate } from '@internationalized/date';
import type { Ref } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './date-field.module.css';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';

type Props = Said & {
  /** As `2026-11-16`. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  size?: 'control' | 'input';
  autoFocus?: boolean;
  ref?: Ref<HTMLDivElement>;
};

/** A day that is typed, in the order of the person's language. */
export const DateField = ({ value, onChange, onBlur, size = 'input', autoFocus = false, ref, ...said }: Props) => (
  <AriaDateField
    {...stateOf(said)}
    value={value === null ? null : parseDate(value)}
    onChange={(day) => onChange(day === null ? null : day.toString())}
    {...(onBlur && { onBlur })}
    autoFocus={autoFocus}
    shouldForceLeadingZeros
  >
    <FieldLabel {...said} />
    <DateInput ref={ref ?? null} className={classNames(styles.box, styles[size])}>
      {(segment) => <DateSegment segment={segment} className={styles.part ?? ''} />}
    </DateInput>
    <FieldNotes {...said} />
  </AriaDateField>
);
