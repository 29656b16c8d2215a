import { parseDate } from '@internationalized/date';
import { type Ref, useImperativeHandle, useRef } from 'react';
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
  /** Focuses the first part of the day. */
  ref?: Ref<Focusable>;
};

/** What a form focuses when a field is wrong. */
export type Focusable = { focus(): void };

/** Of the parts of a day, each takes the focus; the box around them does not. */
export function useFirstPart(ref: Ref<Focusable> | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }));
  return box;
}

/** A day that is typed, in the order of the person's language. */
export function DateField({ value, onChange, onBlur, size = 'input', autoFocus = false, ref, ...said }: Props) {
  const box = useFirstPart(ref);
  return (
    <AriaDateField
      {...stateOf(said)}
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day === null ? null : day.toString())}
      {...(onBlur && { onBlur })}
      autoFocus={autoFocus}
      shouldForceLeadingZeros
    >
      <FieldLabel {...said} />
      <DateInput ref={box} className={classNames(styles.box, styles[size])}>
        {(segment) => <DateSegment segment={segment} className={styles.part ?? ''} />}
      </DateInput>
      <FieldNotes {...said} />
    </AriaDateField>
  );
}
