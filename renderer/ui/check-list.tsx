import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, type Selection } from 'react-aria-components';
import styles from './check-list.module.css';
import checkbox from './checkbox.module.css';
import { ColourMark } from './colour-mark';
import { Icon } from './icon';
import { titleWhenCut } from './title-when-cut';

/** `detail`: a short text at the end of its row, such as a count. */
export type Choice = { id: string; name: string; color?: string; detail?: ReactNode | undefined };

type Props = {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  /** Called with the chosen ids among those that are shown. */
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Shown without choices. */
  none: string;
  autoFocus?: boolean;
};

/** Several of many choices, in a list that scrolls. */
export function CheckList({ label, choices, chosen, onChange, none, autoFocus = false }: Props) {
  const change = (selection: Selection) => selection !== 'all' && onChange(new Set([...selection].map(String)));
  return (
    <ListBox
      className={styles.list ?? ''}
      aria-label={label}
      items={choices}
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={change}
      // Otherwise Esc would clear the choice instead of closing the popover.
      escapeKeyBehavior="none"
      autoFocus={autoFocus && 'first'}
      renderEmptyState={() => <p className={styles.none}>{none}</p>}
    >
      {({ name, color, detail }) => (
        <ListBoxItem className={styles.item ?? ''} textValue={name}>
          {({ isSelected }) => (
            <>
              <span className={checkbox.box} data-on={isSelected || undefined}>
                {isSelected && <Icon of={Check} size={12} strokeWidth={3} />}
              </span>
              {color !== undefined && <ColourMark colour={color} />}
              <span className={styles.name} onPointerEnter={titleWhenCut}>
                {name}
              </span>
              {detail !== undefined && (
                <span className={styles.detail} data-figures>
                  {detail}
                </span>
              )}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
