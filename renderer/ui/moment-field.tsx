import { parseAbsolute, type ZonedDateTime } from '@internationalized/date';
import type { Ref } from 'react';
import { DateField, DateInput, DateSegment } from 'react-aria-components';
import { classNames } from './class-names';
import { type Focusable, useFirstPart } from './date-field';
import styles from './date-field.module.css';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';

type Props = Said & {
  /** ISO 8601 in UTC. */
  value: string | null;
  onChange: (value: string | null) => void;
  zone: string;
  autoFocus?: boolean;
  ref?: Ref<Focusable>;
};

/** A day and a time of it in a time zone, typed in the order of the language. */
export function MomentField({ value, onChange, zone, autoFocus = false, ref, ...said }: Props) {
  const box = useFirstPart(ref);
  return (
    <DateField<ZonedDateTime>
      {...stateOf(said)}
      value={value === null ? null : parseAbsolute(value, zone)}
      onChange={(moment) => onChange(moment === null ? null : moment.toDate().toISOString())}
      granularity="minute"
      hideTimeZone
      autoFocus={autoFocus}
      shouldForceLeadingZeros
    >
      <FieldLabel {...said} />
      <DateInput ref={box} className={classNames(styles.box, styles.input)}>
        {(segment) => <DateSegment segment={segment} className={styles.part ?? ''} />}
      </DateInput>
      <FieldNotes {...said} />
    </DateField>
  );
}
