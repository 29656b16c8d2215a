import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useMessage, useRefusalText } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { PasswordField } from '../../ui/password-field';
import styles from './recovery-kit-dialog.module.css';
import { RecoveryKitForm } from './recovery-kit-form';
import { usePutOff } from './use-put-off';
import { useRecoveryKit } from './use-recovery-kit';

const form = 'recovery-kit';

/** A recovery kit after the first run. Each kit opens the calls, so it asks for the password first. */
export function RecoveryKitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const message = useMessage();
  const [password, setPassword] = useState('');
  const kit = useRecoveryKit();
  const putOff = usePutOff();
  const later = () => {
    putOff();
    onClose();
  };
  if (kit.data)
    return (
      <Dialog open onClose={later} title={t('recoveryKit.keepTitle')} width={560} firm>
        <p>{t('recoveryKit.keepText')}</p>
        <RecoveryKitForm kit={kit.data.recovery_kit} done={t('ui.close')} onDone={onClose} onLater={later} />
      </Dialog>
    );
  const wrong = isRefusal(kit.error) ? kit.error.field('password') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recoveryKit.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={form} look="ink" busy={kit.isPending}>
            {t('recoveryKit.make')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.text')}</p>
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          kit.mutate(password);
        }}
        noValidate
      >
        <PasswordField
          label={t('recoveryKit.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          message={message(wrong)}
          autoFocus
        />
        {kit.error && wrong === undefined && <FormMessage>{refusalText(kit.error)}</FormMessage>}
      </form>
    </Dialog>
  );
}
