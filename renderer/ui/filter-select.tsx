import { ChevronDown } from 'lucide-react';
import { Button, Label, Popover, Select, SelectValue } from 'react-aria-components';
import choice from './choice-field.module.css';
import { classNames } from './class-names';
import styles from './filter-select.module.css';
import { Icon } from './icon';
import popover from './popover.module.css';
import { SelectChoices } from './select-choices';

type Props = {
  label: string;
  /** The chosen value; null for any. */
  value: string | null;
  /** The name of "any". */
  any: string;
  onChange: (value: string | null) => void;
  choices: readonly { id: string; name: string }[];
};

/** React Aria does not accept null as a key. */
const none = '';

/** A filter of a list: one of several values, or any. */
export const FilterSelect = ({ label, value, any, onChange, choices }: Props) => (
  <Select
    className={styles.filter ?? ''}
    selectedKey={value ?? none}
    onSelectionChange={(key) => onChange(key === none ? null : String(key))}
    data-set={value !== null || undefined}
  >
    <Button className={styles.opener ?? ''}>
      {/* In the order of the name that React Aria gives the button. */}
      <SelectValue className={styles.value ?? ''} /> <Label className={styles.label ?? ''}>{label}</Label>
      <Icon of={ChevronDown} size={14} />
    </Button>
    <Popover className={classNames(popover.popover, choice.list, styles.list)} offset={4} maxHeight={320}>
      <SelectChoices choices={[{ id: none, name: any }, ...choices]} />
    </Popover>
  </Select>
);
