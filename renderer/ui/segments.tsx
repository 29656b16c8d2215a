import { LockKeyhole } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import styles from './segments.module.css';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** A locked choice cannot be chosen. The hint says why. */
  choices: readonly { id: string; name: string; locked?: boolean }[];
};

/** A choice among a few, side by side. */
export const Segments = ({ value, onChange, onBlur, choices, ...said }: Props) => (
  <RadioGroup
    {...stateOf(said)}
    orientation="horizontal"
    value={value}
    onChange={(id) => choices.some((choice) => choice.id === id && !choice.locked) && onChange(id)}
    {...(onBlur && { onBlur })}
  >
    <FieldLabel {...said} />
    <div className={styles.segments}>
      {choices.map(({ id, name, locked = false }) => (
        <Radio key={id} value={id} className={styles.segment ?? ''} data-locked={locked || undefined}>
          {name}
          {locked && <LockKeyhole size={12} strokeWidth={1.75} aria-hidden="true" />}
        </Radio>
      ))}
    </div>
    <FieldNotes {...said} />
  </RadioGroup>
);
