import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip';

export type IconButtonProps = {
  /** The name, which is also the tooltip. */
  label: string;
  children: ReactNode;
  onPress?: () => void;
  /** The shortcut, shown in the tooltip. */
  keys?: string | undefined;
  /** Whether the button is pressed, for a button that toggles. */
  pressed?: boolean;
  /** With an edge, to match a text button next to it. */
  edge?: boolean;
  size?: 24 | 28 | 30;
  /** Why the button cannot be pressed. It stays focusable, and its tooltip shows this text. */
  unavailable?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** The id of a text that says more. */
  describedBy?: string | undefined;
  slot?: string | null;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with only an icon. Its tooltip shows the name and the shortcut. */
export function IconButton({ label, children, onPress, keys, pressed, edge, size = 28, ...props }: IconButtonProps) {
  const off = props.unavailable !== undefined;
  return (
    <Tooltip text={props.unavailable ?? label} keys={off ? undefined : keys} placement={props.placement ?? 'bottom'}>
      <AriaButton
        ref={props.ref ?? null}
        slot={props.slot ?? null}
        aria-label={label}
        {...(props.describedBy !== undefined && { 'aria-describedby': props.describedBy })}
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
