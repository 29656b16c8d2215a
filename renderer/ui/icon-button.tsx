import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip';

export type IconButtonProps = {
  /** Its name and its tooltip. */
  label: string;
  children: ReactNode;
  onPress?: () => void;
  /** The shortcut, named by the tooltip. */
  keys?: string | undefined;
  /** Pressed in, for what can be on and off. */
  pressed?: boolean;
  /** With an edge, as beside a button with words. */
  edge?: boolean;
  size?: 24 | 28 | 30;
  /** Why it cannot be pressed; it stays focusable and says this. */
  unavailable?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  slot?: string | null;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that is an icon alone; its tooltip names it and its shortcut. */
export function IconButton({ label, children, onPress, keys, pressed, edge, size = 28, ...props }: IconButtonProps) {
  const off = props.unavailable !== undefined;
  return (
    <Tooltip text={props.unavailable ?? label} keys={off ? undefined : keys} placement={props.placement ?? 'bottom'}>
      <AriaButton
        ref={props.ref ?? null}
        slot={props.slot ?? null}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        aria-disabled={off || undefined}
        className={classNames(styles.button, styles[`size-${size}`], edge && styles.edge, off && styles.off)}
        onPress={() => !off && onPress?.()}
      >
        {children}
      </AriaButton>
    </Tooltip>
  );
}
