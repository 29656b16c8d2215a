import { Check, ChevronDown } from 'lucide-react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import list from './choice-field.module.css';
import popover from './popover.module.css';
import styles from './select.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { id: string; name: string }[];
};

/** A choice among several, in the height of a control. Its label is only for screen readers. */
export const Select = ({ label, value, onChange, choices }: Props) => (
  <AriaSelect value={value} onChange={(key) => key !== null && onChange(String(key))}>
    <Label className="visually-hidden">{label}</Label>
    <Button className={styles.button ?? ''}>
      <SelectValue className={styles.value ?? ''}>{({ selectedText }) => selectedText}</SelectValue>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
    </Button>
    <Popover className={`${popover.popover} ${list.list}`} offset={4}>
      <ListBox items={choices}>
        {({ name }) => (
          <ListBoxItem className={list.choice ?? ''} textValue={name}>
            {({ isSelected }) => (
              <>
                {name}
                {isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </AriaSelect>
);
