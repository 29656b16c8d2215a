import { Check } from 'lucide-react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import choice from './choice-field.module.css';
import { Icon } from './icon';

/** The choices of a select, by name. The chosen one has a tick. */
export const SelectChoices = ({ choices }: { choices: readonly { id: string; name: string }[] }) => (
  <ListBox>
    {choices.map(({ id, name }) => (
      <ListBoxItem key={id} id={id} className={choice.choice ?? ''} textValue={name}>
        {({ isSelected }) => (
          <>
            {name}
            {isSelected && <Icon of={Check} size={14} strokeWidth={2} />}
          </>
        )}
      </ListBoxItem>
    ))}
  </ListBox>
);
