import type { RemovedCall } from '@shared/contract/call-removal';
import { useTranslation } from 'react-i18next';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useCallName } from '../parties';

type Props = { call: RemovedCall; onClose: () => void; onRestore: () => void };

/** Asks whether a removed call is restored: it cannot be opened otherwise. */
export function RestoreQuestion({ call, onClose, onRestore }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const reading = useReadingOnly();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removedCalls.ask')}
      actions={
        <>
          <Button onPress={onClose}>{t('removedCalls.keep')}</Button>
          <Button
            look="ink"
            autoFocus
            unavailable={reading}
            onPress={() => {
              onClose();
              onRestore();
            }}
          >
            {t('removedCalls.restore')}
          </Button>
        </>
      }
    >
      <p>
        <strong>{callName(call)}</strong>, {format.startedWithin(call.setup_time)}
      </p>
      <p>{t('removedCalls.askText', { at: format.due(call.destroyed_at) })}</p>
    </Dialog>
  );
}
