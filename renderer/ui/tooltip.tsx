import { type ReactNode, useEffect, useState } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { flushSync } from 'react-dom';
import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  keys?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** Disabled, because the control shows the text itself. */
  off?: boolean;
  /** The pointer is on a part of the control that does not take the focus. */
  hovered?: boolean;
  children: ReactNode;
};

/** A line of text at the wrapped control, after hovering for a moment or at once on keyboard focus. */
export function Tooltip({ text, keys, placement = 'bottom', off = false, hovered = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Otherwise it would open again, with nobody there, once the text applies.
  if (off && isOpen) setOpen(false);
  useEffect(() => {
    if (!isOpen) return;
    // An open tooltip of react-aria keeps Esc from all other handlers, so it is closed before the event reaches it.
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') flushSync(() => setOpen(false));
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [isOpen]);
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={80}
      isDisabled={off}
      isOpen={!off && (isOpen || hovered)}
      onOpenChange={setOpen}
    >
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6} placement={placement}>
        {text}
        {keys !== undefined && <span className={styles.keys}>{keys}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
