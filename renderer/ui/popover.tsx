import type { ReactNode, RefObject } from 'react';
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components';
import styles from './popover.module.css';

type Props = {
  /** The button that opens the popover. Without one, use `open` and `triggerRef`. */
  trigger?: ReactNode;
  label: string;
  children: ReactNode | ((options: { close: () => void }) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'bottom' | 'top';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  triggerRef?: RefObject<Element | null>;
  /** Does not block the rest of the window, for content that stays open during other work. */
  nonModal?: boolean;
};

/** A choice about one value, shown at its control. */
export function Popover({
  trigger,
  label,
  children,
  placement = 'bottom start',
  open,
  onOpenChange,
  triggerRef,
  nonModal = false,
}: Props) {
  const floating = (
    <AriaPopover
      className={styles.popover ?? ''}
      placement={placement}
      offset={6}
      isNonModal={nonModal}
      {...(triggerRef && { triggerRef })}
      {...(!trigger && open !== undefined && { isOpen: open, onOpenChange: onOpenChange ?? (() => {}) })}
    >
      <Dialog className={styles.dialog ?? ''} aria-label={label}>
        {children}
      </Dialog>
    </AriaPopover>
  );
  if (!trigger) return floating;
  return (
    <DialogTrigger {...(open !== undefined && { isOpen: open })} {...(onOpenChange && { onOpenChange })}>
      {trigger}
      {floating}
    </DialogTrigger>
  );
}
