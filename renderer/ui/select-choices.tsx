import { Check } from 'lucide-react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import choice from './choice-field.module.css';
import { Icon } from './icon';

export type SelectChoice = {
  id: string;
  name: string /** Why it cannot be chosen, shown below its name. */;
  unavailable?: string;
};

/** The choices of a select, by name. The chosen one has a tick. */
export const SelectChoices = ({ choices }: { choices: readonly SelectChoice[] }) => (
  <ListBox disabledKeys={choices.flatMap(({ id, unavailable }) => (unavailable === undefined ? [] : [id]))}>
    {choices.map(({ id, name, unavailable }) => (
      <ListBoxItem key={id} id={id} className={choice.choice ?? ''} textValue={name}>
        {({ isSelected }) => (
          <>
            <span>
              {name}
              {unavailable !== undefined && <span className={choice.why}>{unavailable}</span>}
            </span>
            {isSelected && <Icon of={Check} size={14} strokeWidth={2} />}
          </>
        )}
      </ListBoxItem>
    ))}
  </ListBox>
);
