import { Check, ChevronDown } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem, Popover, useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
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
  const { t, i18n } = useTranslation();
  const { contains } = useFilter({ sensitivity: 'base' });
  const { compare } = new Intl.Collator(i18n.language, { sensitivity: 'base' });
  /** Enter takes the name that was typed, or its only match. Otherwise it would put the present choice back. */
  const takeOnly = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value.trim();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return;
    // The list may not be open yet, and then Enter would send the form without what was typed.
    if (choices.find(({ id }) => id === value)?.name !== typed) event.preventDefault();
    const exact = choices.filter(({ name }) => compare(name, typed) === 0);
    const [only, second] = exact.length > 0 ? exact : choices.filter(({ name }) => contains(name, typed));
    if (only && !second && only.id !== value) onChange(only.id);
  };
  return (
    <ComboBox
      {...stateOf(said)}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      defaultItems={choices}
      {...(onBlur && { onBlur })}
      menuTrigger={opensOn}
      // Otherwise the list closes when nothing is found, and the next letters replace what was typed.
      allowsEmptyCollection
    >
      <FieldLabel {...said} />
      <Group className={field.box ?? ''}>
        <Input
          ref={ref ?? null}
          className={field.input ?? ''}
          autoFocus={autoFocus}
          // What is typed replaces the present choice.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={takeOnly}
        />
        <Button className={field.button ?? ''}>
          <Icon of={ChevronDown} />
        </Button>
      </Group>
      <FieldNotes {...said} />
      <Popover className={`${popover.popover} ${styles.list}`} offset={4} maxHeight={260}>
        <ListBox<{ id: string; name: string }>
          renderEmptyState={() => <p className={styles.none}>{t('ui.noChoice')}</p>}
        >
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
