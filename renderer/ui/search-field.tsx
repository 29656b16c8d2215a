import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { classNames } from './class-names';
import { KeyCap } from './key-cap';
import styles from './search-field.module.css';
import field from './text-field.module.css';

type Props = {
  /** The name of the landmark. */
  pane: string;
  /** The content that can be searched. */
  label: string;
  /** The name of the button that clears the field. */
  clear: string;
  /** The shortcut that moves the focus here. */
  keys: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  ref: Ref<HTMLInputElement>;
};

/** The search field of a page, in its top bar. */
export const SearchField = ({ pane, label, clear, keys, value, onChange, onKeyDown, ref }: Props) => (
  <search className={styles.search} aria-label={pane} data-pane onKeyDown={onKeyDown}>
    <AriaSearchField
      className={styles.field ?? ''}
      aria-label={label}
      value={value}
      onChange={onChange}
      maxLength={256}
    >
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <Input ref={ref} className={classNames(field.input, styles.input)} placeholder={label} data-pane-focus />
      {value === '' ? (
        <KeyCap keys={keys} />
      ) : (
        <Button className={field.button ?? ''} aria-label={clear}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </AriaSearchField>
  </search>
);
