import type { LucideIcon } from 'lucide-react';
import { Radio, RadioGroup } from 'react-aria-components';
import styles from './cards.module.css';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import { Icon } from './icon';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  choices: readonly { id: string; name: string; icon: LucideIcon }[];
};

/** A choice among a few that decides what else a form asks, as cards with an icon. */
export const Cards = ({ value, onChange, choices, ...said }: Props) => (
  <RadioGroup {...stateOf(said)} orientation="horizontal" value={value} onChange={onChange}>
    <FieldLabel {...said} />
    <div className={styles.cards}>
      {choices.map(({ id, name, icon }) => (
        <Radio key={id} value={id} className={styles.card ?? ''}>
          <Icon of={icon} size={18} />
          {name}
        </Radio>
      ))}
    </div>
    <FieldNotes {...said} />
  </RadioGroup>
);
