import { createRecoveryKit, type RecoveryKit } from '@shared/contract/recovery-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import styles from './recovery-kit-dialog.module.css';
import { RecoveryKitForm } from './recovery-kit-form';
import { usePutOff } from './use-put-off';

const id = 'recovery-kit';

/** Makes a recovery kit after the first run. A kit opens the calls, so the dialog asks for the password first. */
export function RecoveryKitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [kit, setKit] = useState<RecoveryKit | null>(null);
  const form = useApiForm(createRecoveryKit, {
    values: { password: '' },
    onSaved: ({ answer }) => setKit(answer.recovery_kit),
  });
  const putOff = usePutOff();
  const later = () => {
    putOff();
    onClose();
  };
  if (kit)
    return (
      <Dialog open onClose={later} title={t('recoveryKit.keepTitle')} width={560} firm>
        <p>{t('recoveryKit.keepText')}</p>
        <RecoveryKitForm kit={kit} done={t('ui.close')} onDone={onClose} onLater={later} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recoveryKit.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="ink" busy={form.busy}>
            {t('recoveryKit.make')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.text')}</p>
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <Password
          form={form}
          name="password"
          label={t('recoveryKit.password')}
          size="page"
          autoComplete="current-password"
          autoFocus
        />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}
