import { restorableDays } from '@shared/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { discard } from './ending';
import styles from './recorder-panel.module.css';
import { useRecorder } from './state';

/** Ends the recording and removes it, after asking. It can be restored. */
export function Discard() {
  const { t } = useTranslation();
  const phase = useRecorder((state) => state.phase);
  const mayRemove = useHolds('calls:delete');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <span className={styles.discard}>
        <Button
          look="quiet"
          size="page"
          unavailable={mayRemove ? undefined : t('recorder.mayNotDiscard')}
          busy={phase === 'stopping'}
          onPress={() => setAsking(true)}
        >
          {t('recorder.discard')}
        </Button>
      </span>
      <DiscardQuestion open={isAsking} onClose={() => setAsking(false)} onDiscard={() => void discard()} />
    </>
  );
}

type Props = { open: boolean; onClose: () => void; onDiscard: () => void };

/** Asks before a recording is discarded. It closes with the answer, because the end may take long. */
export function DiscardQuestion({ open, onClose, onDiscard }: Props) {
  const { t } = useTranslation();
  const answer = () => {
    onClose();
    onDiscard();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('recorder.discardTitle')}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('recorder.goOn')}
          </Button>
          <Button look="danger" onPress={answer}>
            {t('recorder.discardNow')}
          </Button>
        </>
      }
    >
      <p>{t('recorder.discardText', { days: restorableDays })}</p>
    </Dialog>
  );
}
