import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import styles from './choice-field.module.css';
import { FieldLabel, FieldNotes, type Said, stateOf } from './field-parts';
import { Icon } from './icon';
import popover from './popover.module.css';
import field from './text-field.module.css';

type Props = Said & {
  value: string;
  onChange: (value: string) => void;
  choices: readonly { id: string; name: string }[];
  /** What opens the list besides the button and the arrow keys. */
  opensOn?: 'focus' | 'input';
  onBlur?: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A choice among many, found by typing a part of its name. */
export function ChoiceField({
  value,
  onChange,
  choices,
  opensOn = 'focus',
  onBlur,
  autoFocus = false,
  ref,
  ...said
}: Props) {
  return (
    <ComboBox
      {...stateOf(said)}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      defaultItems={choices}
      {...(onBlur && { onBlur })}
      menuTrigger={opensOn}
    >
      <FieldLabel {...said} />
      <Group className={field.box ?? ''}>
        <Input
          ref={ref ?? null}
          className={field.input ?? ''}
          autoFocus={autoFocus}
          // What is typed replaces the present choice.
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button className={field.button ?? ''}>
          <Icon of={ChevronDown} />
        </Button>
      </Group>
      <FieldNotes {...said} />
      <Popover className={`${popover.popover} ${styles.list}`} offset={4} maxHeight={260}>
        <ListBox<{ id: string; name: string }>>
          {(choice) => (
            <ListBoxItem className={styles.choice ?? ''} textValue={choice.name}>
              {({ isSelected }) => (
                <>
                  {choice.name}
                  {isSelected && <Icon of={Check} size={14} strokeWidth={2} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
