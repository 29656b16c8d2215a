import { type EncryptKey, exportKey } from '@shared/contract/encrypt-keys';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../core/session';
import { Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { TextField } from '../../ui/text-field';
import { useCopy } from '../../ui/use-copy';
import styles from './export-key.module.css';
import { useSaveKey } from './use-save-key';

/** Exports the private half of a key under a passphrase, after the user has entered their password. */
export function ExportKey({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const mayExport = useMay(exportKey);
  const [isOpen, setOpen] = useState(false);
  const unavailable = !encryptKey.has_private_key
    ? t('encryptKeys.noHalf')
    : mayExport
      ? undefined
      : t('encryptKeys.mayNotGrant');
  return (
    <>
      <Button look="quiet" unavailable={unavailable} onPress={() => setOpen(true)}>
        {t('encryptKeys.export')}
      </Button>
      {isOpen && <ExportDialog encryptKey={encryptKey} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks for the password and a passphrase, then offers the exported key. */
export function ExportDialog({
  encryptKey: { key_id, name },
  onClose,
}: {
  encryptKey: EncryptKey;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const copy = useCopy();
  const save = useSaveKey();
  const [exported, setExported] = useState<string | null>(null);
  const form = useApiForm(exportKey, {
    values: { password: '', passphrase: '' },
    params: { key_id },
    onSaved: ({ answer }) => setExported(answer.private_key),
  });
  const actions =
    exported === null ? (
      <>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button type="submit" form={id} look="ink" busy={form.busy}>
          {t('encryptKeys.exportNow')}
        </Button>
      </>
    ) : (
      <>
        <Button onPress={onClose}>{t('encryptKeys.exportClose')}</Button>
        <Button onPress={() => copy(exported)}>{t('encryptKeys.exportCopy')}</Button>
        <Button look="ink" autoFocus onPress={() => save(name, exported)}>
          {t('encryptKeys.exportSave')}
        </Button>
      </>
    );
  return (
    <Dialog open onClose={onClose} width={560} firm title={t('encryptKeys.exportTitle', { name })} actions={actions}>
      {exported === null ? (
        <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
          <p>{t('encryptKeys.exportText')}</p>
          <Password
            form={form}
            name="password"
            label={t('encryptKeys.ownPassword')}
            autoComplete="current-password"
            autoFocus
          />
          <Password
            form={form}
            name="passphrase"
            label={t('encryptKeys.passphrase')}
            hint={t('encryptKeys.passphraseHint')}
            autoComplete="new-password"
          />
          {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        </form>
      ) : (
        <TextField label={t('encryptKeys.privateKey')} value={exported} onChange={() => {}} readOnly long mono />
      )}
    </Dialog>
  );
}
