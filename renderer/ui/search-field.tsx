import { Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { classNames } from './class-names';
import { Icon } from './icon';
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
  keys: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Gets the keys first, for a list below the field. */
  onKeyDownCapture?: ((event: KeyboardEvent) => void) | undefined;
  onFocusChange?: ((isFocused: boolean) => void) | undefined;
  /** The list below the field, and its current option, by their ids. */
  list?: { id: string; option: string | undefined } | undefined;
  /** The list itself. */
  children?: ReactNode;
  ref: Ref<HTMLInputElement>;
};

/** The search field of a page, in its top bar. */
export const SearchField = ({ pane, label, clear, keys, value, onChange, list, children, ref, ...on }: Props) => (
  <search
    className={styles.search}
    aria-label={pane}
    data-pane
    onKeyDown={on.onKeyDown}
    onKeyDownCapture={on.onKeyDownCapture}
    onFocus={() => on.onFocusChange?.(true)}
    onBlur={() => on.onFocusChange?.(false)}
  >
    <AriaSearchField
      className={styles.field ?? ''}
      aria-label={label}
      value={value}
      onChange={onChange}
      maxLength={256}
    >
      <Icon of={Search} size={14} />
      <Input
        ref={ref}
        className={classNames(field.input, styles.input)}
        placeholder={label}
        data-pane-focus
        {...(list && {
          'aria-autocomplete': 'list',
          'aria-controls': list.id,
          'aria-activedescendant': list.option,
        })}
      />
      {value === '' ? (
        <KeyCap keys={keys} />
      ) : (
        <Button className={field.button ?? ''} aria-label={clear}>
          <Icon of={X} size={14} />
        </Button>
      )}
    </AriaSearchField>
    {children}
  </search>
);
