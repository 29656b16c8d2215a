import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  /** The question that the dialog asks. */
  title: string;
  /** 720: a sheet of two columns. */
  width?: 400 | 560 | 720;
  children: ReactNode;
  /** The buttons, labelled with verbs, the safe one first. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** A click outside does not close the dialog, because its content is shown only once, or was typed. */
  firm?: boolean;
};

/** A question that must be answered first. Esc is the safe choice. On closing, focus returns to the opener. */
export const Dialog = ({
  open,
  onClose,
  title,
  width = 400,
  children,
  actions,
  role = 'dialog',
  firm = false,
}: Props) => (
  <ModalOverlay
    isOpen={open}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    isDismissable={role === 'dialog' && !firm}
    className={styles.scrim ?? ''}
    data-modal
  >
    <Modal className={classNames(styles.modal, width === 560 && styles.wide, width === 720 && styles.sheet)}>
      <AriaDialog role={role} className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        {/* React passes a submit on to the form that the dialog was opened from. */}
        <div className={styles.body} onSubmit={(event) => event.stopPropagation()}>
          {children}
        </div>
        {actions !== undefined && <div className={styles.foot}>{actions}</div>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
