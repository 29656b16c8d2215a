import { LockKeyhole } from 'lucide-react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { classNames } from './class-names';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import { Icon } from './icon';
import styles from './segments.module.css';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** A locked choice cannot be chosen. The hint says why. */
  choices: readonly { id: string; name: string; count?: string | undefined; locked?: boolean }[];
  /** Low, for a row of filters; the label is only for screen readers. */
  compact?: boolean;
};

/** A choice among a few, side by side. */
export const Segments = ({ value, onChange, onBlur, choices, compact = false, ...said }: Props) => (
  <RadioGroup
    {...stateOf(said)}
    orientation="horizontal"
    value={value}
    onChange={(id) => choices.some((choice) => choice.id === id && !choice.locked) && onChange(id)}
    {...(onBlur && { onBlur })}
  >
    {compact ? <Label className="visually-hidden">{said.label}</Label> : <FieldLabel {...said} />}
    <div className={classNames(styles.segments, compact && styles.compact)}>
      {choices.map(({ id, name, count, locked = false }) => (
        <Radio key={id} value={id} className={styles.segment ?? ''} data-locked={locked || undefined}>
          {name} {count !== undefined && <span className={styles.count}>{count}</span>}
          {locked && <Icon of={LockKeyhole} size={12} />}
        </Radio>
      ))}
    </div>
    <FieldNotes {...said} />
  </RadioGroup>
);
