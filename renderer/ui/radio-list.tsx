import { Radio, RadioGroup } from 'react-aria-components';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import styles from './radio-list.module.css';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  /** `aside` is shown at the end of the line. */
  choices: readonly { id: string; name: string; aside?: string }[];
};

/** A choice among a few, one below the other. */
export const RadioList = ({ value, onChange, choices, ...said }: Props) => (
  <RadioGroup {...stateOf(said)} value={value} onChange={onChange}>
    <FieldLabel {...said} />
    <div className={styles.list}>
      {choices.map(({ id, name, aside }) => (
        <Radio key={id} value={id} className={styles.choice ?? ''}>
          <span className={styles.mark} />
          {name} <span className={styles.aside}>{aside}</span>
        </Radio>
      ))}
    </div>
    <FieldNotes {...said} />
  </RadioGroup>
);
