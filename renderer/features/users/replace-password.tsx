import { encryptKeyApi } from '@shared/contract/encrypt-keys';
import { type User, userApi } from '@shared/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByEncryptKey, encryptKeyKeys } from '../../api/cache/encrypt-keys';
import { changedByUser } from '../../api/cache/users';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { OnOff, Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import styles from './replace-password.module.css';

type Props = { user: User; readOnly: boolean; onChanged: () => void };

/** When the password was set, and a button to replace it. */
export function ReplacePassword({ user, readOnly, onChanged }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const own = useSignedIn().user.user_id === user.user_id;
  const [isOpen, setOpen] = useState(false);
  const setAt = user.fieldset_login?.password_set_at;
  const unavailable = own ? t('users.ownPassword') : readOnly ? t('users.mayNotEdit') : undefined;
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('users.password')}</span>
      <div className={styles.box}>
        <span>{setAt ? t('users.passwordSet', { day: format.day(setAt) }) : t('users.noPassword')}</span>
        <Button look="quiet" unavailable={unavailable} onPress={() => setOpen(true)}>
          {setAt ? t('users.replace') : t('users.setPassword')}
        </Button>
      </div>
      {isOpen && <NewPassword user={user} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </div>
  );
}

type Keys = {
  /** The names of those that others can open too. */
  shared: string[];
  /** The names of those that nobody else can open. */
  only: string[];
};

/** The keys that are granted to a user. Their grants end with their key pair. */
function useKeysOf(user_id: string): Keys {
  const { data } = useQuery({
    queryKey: encryptKeyKeys.every,
    enabled: useHolds('encrypt_keys:view'),
    queryFn: ({ signal }) => every(encryptKeyApi.list, 'encrypt_keys', signal),
  });
  const held = (data ?? []).filter(({ granted_users }) => granted_users.includes(user_id));
  const names = (isOnly: boolean) =>
    held.filter(({ granted_users }) => (granted_users.length === 1) === isOnly).map(({ name }) => name);
  return { shared: names(false), only: names(true) };
}

function NewPassword({ user, onClose, onChanged }: { user: User; onClose: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { user_id, name, fieldset_login } = user;
  const { shared, only } = useKeysOf(user_id);
  const format = useFormat();
  const values = { fieldset_login: { password: '', must_change_password: false, give_up_keys: false } };
  const form = useApiForm(userApi.update, {
    values,
    sections: ['fieldset_login'],
    start: { fieldset_login: { password: '', must_change_password: true, give_up_keys: false } },
    params: { user_id },
    onSaved: async () => {
      toast(t('users.passwordReplaced', { name }));
      await refresh([...changedByUser, ...changedByEncryptKey]);
      onChanged();
      onClose();
    },
  });
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t(fieldset_login?.password_set_at ? 'users.replaceTitle' : 'users.setTitle', { name })}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="ink" busy={form.busy}>
            {t('users.savePassword')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
        {fieldset_login?.password_set_at != null && <p>{t('users.replaceText')}</p>}
        {shared.length > 0 && <p>{t('users.replaceEnds', { keys: format.list(shared), count: shared.length })}</p>}
        {only.length > 0 && (
          <>
            <p>{t('users.replaceLoses', { keys: format.list(only), count: only.length })}</p>
            <OnOff
              form={form}
              name="fieldset_login.give_up_keys"
              label={t('users.giveUpKeys', { count: only.length })}
            />
          </>
        )}
        <Password
          form={form}
          name="fieldset_login.password"
          label={t('users.newPassword')}
          autoComplete="new-password"
          autoFocus
        />
        <OnOff form={form} name="fieldset_login.must_change_password" label={t('users.mustChange')} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}
