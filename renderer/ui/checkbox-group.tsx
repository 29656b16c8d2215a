import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components';
import { Checkbox } from './checkbox';
import styles from './checkbox-group.module.css';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';

type Props = Said & {
  value: string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  choices: readonly { id: string; name: string }[];
};

/** Several of a number of choices. */
export const CheckboxGroup = ({ value, onChange, onBlur, choices, ...said }: Props) => (
  <AriaCheckboxGroup {...stateOf(said)} value={value} onChange={onChange} {...(onBlur && { onBlur })}>
    <FieldLabel {...said} />
    <div className={styles.choices}>
      {choices.map(({ id, name }) => (
        <Checkbox key={id} value={id}>
          {name}
        </Checkbox>
      ))}
    </div>
    <FieldNotes {...said} />
  </AriaCheckboxGroup>
);
