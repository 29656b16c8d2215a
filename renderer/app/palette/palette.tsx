import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './palette.module.css';
import { PaletteField } from './palette-field';
import { usePalette } from './palette-state';

/** The command palette: commands, calls, people, saved searches and pages, found by typing. */
export function Palette() {
  const { t } = useTranslation();
  const { open, close } = usePalette();
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      isDismissable
      className={styles.scrim ?? ''}
      data-modal
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('palette.name')}>
          <PaletteField />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
