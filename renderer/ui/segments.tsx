import { Radio, RadioGroup } from 'react-aria-components';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import styles from './segments.module.css';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  choices: readonly { id: string; name: string }[];
};

/** A choice among a few, side by side. */
export const Segments = ({ value, onChange, onBlur, choices, ...said }: Props) => (
  <RadioGroup {...stateOf(said)} orientation="horizontal" value={value} onChange={onChange} {...(onBlur && { onBlur })}>
    <FieldLabel {...said} />
    <div className={styles.segments}>
      {choices.map(({ id, name }) => (
        <Radio key={id} value={id} className={styles.segment ?? ''}>
          {name}
        </Radio>
      ))}
    </div>
    <FieldNotes {...said} />
  </RadioGroup>
);
