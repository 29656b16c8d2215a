import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { RecoveryKitForm } from './recovery-kit-form';
import { useRecoveryKit } from './use-recovery-kit';

/** A recovery kit after the first run. Asks first: each kit opens the calls, and making it is written down. */
export function RecoveryKitDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const kit = useRecoveryKit();
  const close = () => {
    kit.reset();
    onClose();
  };
  if (kit.data)
    return (
      <Dialog open={open} onClose={close} title={t('firstRun.kitTitle')} width={560} firm>
        <p>{t('firstRun.kitLead')}</p>
        <RecoveryKitForm kit={kit.data.recovery_kit} done={t('ui.close')} onDone={close} />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('recoveryKit.title')}
      actions={
        <>
          <Button onPress={close}>{t('ui.cancel')}</Button>
          <Button look="ink" busy={kit.isPending} onPress={() => kit.mutate()}>
            {t('recoveryKit.make')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.text')}</p>
      {kit.error && <FormMessage>{refusalText(kit.error)}</FormMessage>}
    </Dialog>
  );
}
