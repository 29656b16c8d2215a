import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { replaceMasterKey } from '@shared/contract/master-key';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Menu, MenuItem } from '../../ui/menu';
import { toast } from '../../ui/toast';
import { RecoveryKitDialog } from '../recovery-kit';
import styles from './danger-zone.module.css';
import { DeleteKeyDialog, useNeed } from './delete-key';
import { useMasterKey } from './encrypt-keys';
import exportKey from './export-key.module.css';

/** Actions that cannot be undone: deleting a key, and replacing the master key. */
export function DangerZone({ keys }: { keys: readonly EncryptKey[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.zone} aria-labelledby="danger-zone">
      <h2 id="danger-zone" className={styles.title}>
        <Icon of={TriangleAlert} />
        {t('encryptKeys.danger')}
      </h2>
      <DeleteOne keys={keys} />
      <ReplaceMaster />
    </section>
  );
}

function Act({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.act}>
      <div>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </div>
  );
}

function DeleteOne({ keys }: { keys: readonly EncryptKey[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(encryptKeyApi.delete);
  const [chosen, setChosen] = useState<EncryptKey | null>(null);
  const needOf = useNeed();
  const spare = keys.filter((key) => needOf(key) === undefined);
  const none = spare.length === 0 ? t('encryptKeys.deleteNone') : undefined;
  const unavailable = mayDelete ? none : t('encryptKeys.mayNotDelete');
  const ask = (
    <Button look="warn" unavailable={unavailable}>
      {t('encryptKeys.deleteOne')}
    </Button>
  );
  return (
    <Act
      title={t('encryptKeys.deleteAny')}
      text={none ?? t('encryptKeys.deleteSome', { count: spare.length, shown: format.figure(spare.length) })}
    >
      {unavailable === undefined ? (
        <Menu label={t('encryptKeys.deleteAny')} trigger={ask}>
          {spare.map((key) => (
            <MenuItem key={key.key_id} id={key.key_id} onAction={() => setChosen(key)}>
              {key.name}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        ask
      )}
      {chosen && <DeleteKeyDialog encryptKey={chosen} onClose={() => setChosen(null)} />}
    </Act>
  );
}

function ReplaceMaster() {
  const { t } = useTranslation();
  const mayEdit = useMay(replaceMasterKey);
  const { data } = useMasterKey();
  const [isOpen, setOpen] = useState(false);
  const closed = data && data.state !== 'ok' ? t('encryptKeys.replaceNeedsKeychain') : undefined;
  return (
    <Act title={t('encryptKeys.replaceMaster')} text={t('encryptKeys.replaceMasterText')}>
      <Button look="warn" unavailable={mayEdit ? closed : t('encryptKeys.mayNotEdit')} onPress={() => setOpen(true)}>
        {t('encryptKeys.replace')}
      </Button>
      {isOpen && <ReplaceMasterKey onClose={() => setOpen(false)} />}
    </Act>
  );
}

/** Replaces the master key after entering the password, and then offers a recovery kit for the new one. */
function ReplaceMasterKey({ onClose }: { onClose: () => void }) {
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
      <form id={id} className={exportKey.form} onSubmit={form.onSubmit} noValidate>
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
