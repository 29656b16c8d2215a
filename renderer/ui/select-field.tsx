import { ChevronDown } from 'lucide-react';
import { Button, Label, Popover, Select, SelectValue } from 'react-aria-components';
import choice from './choice-field.module.css';
import { classNames } from './class-names';
import { labelLook } from './field-parts';
import { Icon } from './icon';
import popover from './popover.module.css';
import { type SelectChoice, SelectChoices } from './select-choices';
import styles from './select-field.module.css';
import field from './text-field.module.css';

type Props = {
  label: string;
  /** The label is only for screen readers, as in a row of a list. */
  labelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  choices: readonly SelectChoice[];
  readOnly?: boolean;
  /** Label and choice share a line, as in a side pane. */
  inLine?: boolean;
  autoFocus?: boolean;
};

/** A choice among a few, in a list that opens. */
export const SelectField = ({
  label,
  labelHidden = false,
  value,
  onChange,
  choices,
  readOnly = false,
  inLine = false,
  autoFocus = false,
}: Props) => (
  <Select
    className={classNames(field.field, styles.select, inLine && styles.inLine)}
    selectedKey={value}
    onSelectionChange={(key) => !readOnly && onChange(String(key))}
    autoFocus={autoFocus}
    data-readonly={readOnly || undefined}
    {...(readOnly && { isOpen: false })}
  >
    <Label className={labelHidden ? 'visually-hidden' : labelLook({ readOnly })}>{label}</Label>
    <Button className={classNames(field.box, styles.opener)} aria-disabled={readOnly || undefined}>
      <SelectValue className={styles.value ?? ''} />
      <Icon of={ChevronDown} />
    </Button>
    <Popover className={`${popover.popover} ${choice.list}`} offset={4} maxHeight={260}>
      <SelectChoices choices={choices} />
    </Popover>
  </Select>
);
