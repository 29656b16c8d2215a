import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import styles from './choice-field.module.css';
import popover from './popover.module.css';
import field from './text-field.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { id: string; name: string }[];
  hint?: string;
  message?: string | undefined;
  /** What opens the list besides the button and the arrow keys. */
  opensOn?: 'focus' | 'input';
  onBlur?: () => void;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A choice among many, found by typing a part of its name. */
export function ChoiceField({
  label,
  value,
  onChange,
  choices,
  hint,
  message,
  opensOn = 'focus',
  onBlur,
  readOnly,
  ref,
}: Props) {
  return (
    <ComboBox
      className={field.field ?? ''}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      defaultItems={choices}
      {...(onBlur && { onBlur })}
      isReadOnly={readOnly ?? false}
      isInvalid={message !== undefined}
      validationBehavior="aria"
      menuTrigger={opensOn}
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <Group className={field.box ?? ''}>
        <Input ref={ref ?? null} className={field.input ?? ''} />
        <Button className={styles.open ?? ''}>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Group>
      {hint !== undefined && message === undefined && (
        <Text slot="description" className={field.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={field.message ?? ''}>
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {message}
      </FieldError>
      <Popover className={`${popover.popover} ${styles.list}`} offset={4} maxHeight={260}>
        <ListBox<{ id: string; name: string }>>
          {(choice) => (
            <ListBoxItem className={styles.choice ?? ''} textValue={choice.name}>
              {({ isSelected }) => (
                <>
                  {choice.name}
                  {isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
