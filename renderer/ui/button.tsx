import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { Tooltip } from './tooltip';
import { useLater } from './use-later';

export type ButtonProps = {
  children: ReactNode;
  onPress?: ((event: PressEvent) => void) | undefined;
  /** ink: the main action; plain: with an edge; quiet: text only; warn: asks about a loss; danger: the final step of one. */
  look?: 'ink' | 'plain' | 'quiet' | 'warn' | 'danger';
  /** control 30, input 34, page 40. */
  size?: 'control' | 'input' | 'page';
  icon?: ReactNode;
  type?: 'button' | 'submit';
  /** The id of the form to submit, if the button is outside of it. */
  form?: string;
  /** Working: the button keeps its width and shows a spinner after 300 ms. */
  busy?: boolean;
  /** Why the button cannot be pressed. It stays focusable, and its tooltip shows this text. */
  unavailable?: string | undefined;
  /** Called when it is pressed nevertheless, to lead to what it waits for. */
  onUnavailable?: (() => void) | undefined;
  slot?: string | null;
  autoFocus?: boolean;
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  'aria-describedby'?: string;
  /** Gets the focus when F6 goes to its part of the window. */
  'data-pane-focus'?: boolean;
};

/** A button with a text. */
export function Button({ look = 'plain', size = 'control', type = 'button', busy, ...props }: ButtonProps) {
  const { unavailable } = props;
  const hasReasons = 'unavailable' in props;
  const { icon, children, onPress, ref, slot, autoFocus, form } = props;
  const spins = useLater(busy ?? false, 300);
  const off = unavailable !== undefined;
  const button = (
    <AriaButton
      ref={ref ?? null}
      type={off || busy ? 'button' : type}
      slot={slot ?? null}
      {...(form !== undefined && { form })}
      {...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] })}
      autoFocus={autoFocus ?? false}
      data-pane-focus={props['data-pane-focus']}
      className={classNames(styles.button, styles[look], styles[size], off && styles.off, spins && styles.busy)}
      aria-disabled={off || busy || undefined}
      {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
      onPress={off ? () => props.onUnavailable?.() : busy ? () => {} : onPress}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {spins && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </AriaButton>
  );
  // Also while it can be pressed: without the tooltip it would be another element, and lose the focus.
  return hasReasons ? (
    <Tooltip text={unavailable} off={!off}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
