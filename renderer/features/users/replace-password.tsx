import { type User, userApi } from '@shared/contract/users';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByUser } from '../../api/cache/users';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
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

function NewPassword({ user, onClose, onChanged }: { user: User; onClose: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { user_id, name, fieldset_login } = user;
  const values = { fieldset_login: { password: '', must_change_password: false } };
  const form = useApiForm(userApi.update, {
    values,
    sections: ['fieldset_login'],
    start: { fieldset_login: { password: '', must_change_password: true } },
    params: { user_id },
    onSaved: async () => {
      toast(t('users.passwordReplaced', { name }));
      await refresh(changedByUser);
      onChanged();
      onClose();
    },
  });
  return (
    <Dialog
      open
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
