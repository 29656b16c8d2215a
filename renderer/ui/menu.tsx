import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { KeyCap } from './key-cap';
import styles from './menu.module.css';
import popover from './popover.module.css';

type Props = {
  /** The button that opens the menu. */
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
};

/** A menu of actions. */
export const Menu = ({ trigger, label, children, placement = 'bottom end' }: Props) => (
  <MenuTrigger>
    {trigger}
    <Popover className={popover.popover ?? ''} placement={placement} offset={6}>
      <AriaMenu className={styles.menu ?? ''} aria-label={label}>
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

type ItemProps = {
  id?: string;
  icon?: ReactNode;
  keys?: string | undefined;
  onAction?: () => void;
  children: string;
  hint?: string;
  /** For an action that users may repeat. */
  staysOpen?: boolean;
};

/** An action, or an option in a section with a choice. */
export const MenuItem = ({ id, icon, keys, onAction, children, hint, staysOpen = false }: ItemProps) => (
  <AriaMenuItem
    className={styles.item ?? ''}
    textValue={children}
    shouldCloseOnSelect={!staysOpen}
    {...(id !== undefined && { id })}
    {...(onAction && { onAction })}
  >
    {({ selectionMode, isSelected }) => (
      <>
        {selectionMode !== 'none' && (
          <span className={styles.check}>{isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" />}</span>
        )}
        {icon}
        <span className={styles.text}>
          {children}
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        </span>
        {keys !== undefined && <KeyCap keys={keys} />}
      </>
    )}
  </AriaMenuItem>
);

type ChoiceProps = { title: string; value: string; onChange: (value: string) => void; children: ReactNode };

/** A single choice inside a menu. */
export const MenuChoice = ({ title, value, onChange, children }: ChoiceProps) => (
  <AriaMenuSection
    className={styles.section ?? ''}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={(keys) => {
      const [key] = keys === 'all' ? [] : keys;
      if (key !== undefined) onChange(String(key));
    }}
  >
    <Header className={styles.header ?? ''}>{title}</Header>
    {children}
  </AriaMenuSection>
);

/** Items under a title. */
export const MenuGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <AriaMenuSection className={styles.section ?? ''}>
    <Header className={styles.header ?? ''}>{title}</Header>
    {children}
  </AriaMenuSection>
);

export const MenuLine = () => <Separator className={styles.line ?? ''} />;
