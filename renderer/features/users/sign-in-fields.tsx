import { encryptKeyApi } from '@shared/contract/encrypt-keys';
import { removeSecondFactor } from '@shared/contract/second-factor';
import { type User, userApi } from '@shared/contract/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEncryptKey, encryptKeyKeys } from '../../api/cache/encrypt-keys';
import { changedByUser } from '../../api/cache/users';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { OnOff, Password, TextLine } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import styles from './sign-in-fields.module.css';
import { type SectionProps, type UserValues, useUserLabels } from './user-values';

type Props = SectionProps & { user: User | null; onChanged: () => void };

/** How a user signs in: login, password, one-time code. */
export function SignInFields({ form, readOnly, user, onChanged }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = useUserLabels();
  const field = <N extends keyof UserValues['fieldset_login']>(part: N) => {
    const name = `fieldset_login.${part}` as const;
    return { form, name, label: labels[name] ?? part, readOnly };
  };
  const isSelf = useSignedIn().user.user_id === user?.user_id;
  const saved = user?.fieldset_login;
  const last = saved?.last_sign_in_at;
  const hint = user && (last ? t('users.lastSignIn', { when: format.startedWithin(last) }) : t('users.notSignedInYet'));
  return (
    <Section title={t('users.signIn')} hint={hint ?? undefined}>
      <FieldRow>
        <TextLine {...field('login')} autoComplete="off" />
        {user ? (
          <ReplacePassword user={user} readOnly={readOnly} onChanged={onChanged} />
        ) : (
          <Password {...field('password')} hint={t('users.passwordHint')} autoComplete="new-password" />
        )}
      </FieldRow>
      <FieldRow low>
        <OnOff {...field('can_login')} unavailable={isSelf ? t('users.barSelf') : undefined} />
        <OnOff {...field('must_change_password')} />
        <OnOff {...field('require_2fa')} />
      </FieldRow>
      {user && saved?.has_second_factor && <RemoveFactor user={user} readOnly={readOnly} onChanged={onChanged} />}
    </Section>
  );
}

type ReplacePasswordProps = { user: User; readOnly: boolean; onChanged: () => void };

/** When the password was set, and a button to replace it. */
function ReplacePassword({ user, readOnly, onChanged }: ReplacePasswordProps) {
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

type RemoveFactorProps = { user: User; readOnly: boolean; onChanged: () => void };

/** Removes the second factor of a user who has lost it, after asking. */
function RemoveFactor({ user: { user_id, name, fieldset_login }, readOnly, onChanged }: RemoveFactorProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const own = useSignedIn().user.user_id === user_id;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    gcTime: 0,
    mutationFn: () => api(removeSecondFactor, { params: { user_id }, body: {} }),
    onSuccess: async () => {
      toast(t('users.factorRemoved', { name }));
      await refresh(changedByUser);
      onChanged();
      setAsking(false);
    },
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <p className={styles.line}>
      {t('users.hasFactor')}
      <Button
        look="quiet"
        unavailable={own ? t('users.ownFactor') : readOnly ? t('users.mayNotEdit') : undefined}
        onPress={() => setAsking(true)}
      >
        {t('users.removeFactor')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('users.removeFactorTitle', { name })}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('users.keepFactor')}
            </Button>
            <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
              {t('users.removeFactorNow')}
            </Button>
          </>
        }
      >
        <p>{t(fieldset_login?.require_2fa ? 'users.removeFactorRequired' : 'users.removeFactorText')}</p>
        {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
      </Dialog>
    </p>
  );
}
