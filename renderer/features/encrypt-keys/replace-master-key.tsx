import { replaceMasterKey } from '@shared/contract/master-key';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import { RecoveryKitDialog } from '../recovery-kit';
import styles from './export-key.module.css';

/** Replaces the master key after entering the password, and then offers a recovery kit for the new one. */
export function ReplaceMasterKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [isReplaced, setReplaced] = useState(false);
  const form = useApiForm(replaceMasterKey, {
    values: { password: '' },
    onSaved: async () => {
      toast(t('encryptKeys.replaced'));
      await refresh(changedByEncryptKey);
      setReplaced(true);
    },
  });
  if (isReplaced) {
    return (
      <RecoveryKitDialog
        onClose={() => {
          void refresh(changedByEncryptKey);
          onClose();
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('encryptKeys.replaceTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="danger" busy={form.busy}>
            {t('encryptKeys.replaceNow')}
          </Button>
        </>
      }
    >
      <p>{t('encryptKeys.replaceText')}</p>
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <Password
          form={form}
          name="password"
          label={t('encryptKeys.ownPassword')}
          autoComplete="current-password"
          autoFocus
        />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}
