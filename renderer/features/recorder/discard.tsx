import { restoreCall } from '@shared/contract/call-removal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByRecording } from '../../api/cache/recordings';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toast, toastUndo } from '../../ui/toast';
import { discard, useRecorder } from './recorder';
import styles from './recorder-panel.module.css';

/** Ends the recording and removes it, after asking. It can be restored. */
export function Discard() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const phase = useRecorder((state) => state.phase);
  const mayRemove = useHolds('calls:delete');
  const [isAsking, setAsking] = useState(false);
  const restore = (call_id: string) =>
    void api(restoreCall, { params: { call_id } })
      .then(() => toast(t('recorder.restored')))
      .catch((error: unknown) => toast(refusalText(error), 'note'))
      .then(() => refresh(changedByRecording));
  const remove = async () => {
    const call_id = await discard();
    if (call_id) toastUndo(t('recorder.discarded'), () => restore(call_id));
  };
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
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('recorder.discardTitle')}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('recorder.goOn')}
            </Button>
            <Button look="danger" onPress={() => void remove()}>
              {t('recorder.discardNow')}
            </Button>
          </>
        }
      >
        <p>{t('recorder.discardText')}</p>
      </Dialog>
    </>
  );
}
