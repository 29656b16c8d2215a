import type { ComponentProps, ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Header,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { classNames } from './class-names';
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
  /** Why the action is not possible. It stays focusable, and says this below its name. */
  unavailable?: string | undefined;
};

/** An action. */
export const MenuItem = ({ id, icon, keys, onAction, children, unavailable, ...props }: ItemProps) => {
  const off = unavailable !== undefined;
  const { hint = unavailable, staysOpen = off } = props;
  return (
    <AriaMenuItem
      className={classNames(styles.item, off && styles.off)}
      textValue={children}
      shouldCloseOnSelect={!staysOpen}
      {...(id !== undefined && { id })}
      {...(onAction && !off && { onAction })}
      {...(off && { render: (item) => <div {...(item as ComponentProps<'div'>)} aria-disabled /> })}
    >
      {icon}
      <span className={styles.text}>
        {children}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <KeyCap keys={keys} />
    </AriaMenuItem>
  );
};

/** Items under a title. */
export const MenuGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <AriaMenuSection className={styles.section ?? ''}>
    <Header className={styles.header ?? ''}>{title}</Header>
    {children}
  </AriaMenuSection>
);

export const MenuLine = () => <Separator className={styles.line ?? ''} />;
