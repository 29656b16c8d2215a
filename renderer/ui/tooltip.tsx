import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  keys?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** Not needed now: the control shows these words itself. */
  off?: boolean;
  children: ReactNode;
};

/** A line over the control it wraps, after a moment of hovering or at once with the keyboard. */
export const Tooltip = ({ text, keys, placement = 'bottom', off = false, children }: Props) => (
  <TooltipTrigger delay={500} closeDelay={80} isDisabled={off}>
    {children}
    <AriaTooltip className={styles.tooltip ?? ''} offset={6} placement={placement}>
      {text}
      {keys !== undefined && <span className={styles.keys}>{keys}</span>}
    </AriaTooltip>
  </TooltipTrigger>
);
