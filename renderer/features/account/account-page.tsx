import { readIdentity } from '@shared/contract/packages';
import { createSecondFactor, removeSecondFactor } from '@shared/contract/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { userKeys } from '../../api/cache/users';
import { useReadSession, useSignedIn } from '../../core/session';
import { Password } from '../../form/fields';
import { Section } from '../../form/section';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaveText } from '../../list/use-save-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { spelled } from '../../ui/fingerprint';
import { FormMessage } from '../../ui/form-message';
import { KeyPrint } from '../../ui/key-print';
import { Page, PageSections } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { toast } from '../../ui/toast';
import { ConfirmForm } from '../second-factor';
import styles from './account-page.module.css';
import { PasswordFields } from './password-fields';
import { TokenSection } from './token-section';
import { usePasswordForm } from './use-password-form';

/** The password, the second factor and the access tokens of the signed-in user. */
export function AccountPage() {
  const { t } = useTranslation();
  return (
    <Page label={t('account.title')}>
      <PageBar title={t('account.title')} />
      <PageSections>
        <OwnPassword />
        <Section title={t('account.factor')} hint={t('account.factorHint')}>
          <OwnFactor />
        </Section>
        <Section title={t('account.identity')} hint={t('account.identityHint')}>
          <OwnIdentity />
        </Section>
        <Section title={t('account.tokens')} hint={t('account.tokensHint')}>
          <TokenSection />
        </Section>
      </PageSections>
    </Page>
  );
}

function OwnPassword() {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const readSession = useReadSession();
  const onSaved = async () => {
    toast(t('account.changed'));
    await readSession();
  };
  const form = usePasswordForm(onSaved, { startsOver: true });
  const setAt = user.fieldset_login?.password_set_at;
  return (
    <Section title={t('account.password')} hint={setAt ? t('account.setAt', { day: format.day(setAt) }) : undefined}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <PasswordFields form={form} size="input" />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('account.change')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** The public key of the user as bars, and as a file for those who send packages. */
function OwnIdentity() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const saveText = useSaveText();
  const { user } = useSignedIn();
  const { user_id } = user;
  const { data, error } = useQuery({
    queryKey: userKeys.identity(user_id),
    queryFn: async ({ signal }) => (await api(readIdentity, { params: { user_id }, signal })).identity,
  });
  if (error) return <FormMessage>{refusalText(error)}</FormMessage>;
  if (!data) return null;
  const save = () =>
    void saveText(
      t('account.identityFile', { name: fileName(data.name) }),
      JSON.stringify({ identity: data }, null, 2),
    );
  return (
    <div className={styles.identity}>
      <KeyPrint fingerprint={data.fingerprint} size="card" />
      <div>
        <p data-figures>{spelled(data.fingerprint)}</p>
        <p className={styles.identityText}>{t('account.identityText')}</p>
        <Button onPress={save}>{t('account.saveIdentity')}</Button>
      </div>
    </div>
  );
}

/** A name without what file names cannot have. */
const fileName = (name: string) => name.replace(/[^\p{L}\p{N} ._-]/gu, '_');

/** Whether sign-ins need a code, and a button to change that. */
function OwnFactor() {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const login = user.fieldset_login;
  if (!login?.has_second_factor) return <SetUp user_id={user.user_id} />;
  return (
    <>
      <p>{t('account.factorOn')}</p>
      <div>
        <Remove user_id={user.user_id} unavailable={login.require_2fa ? t('account.factorRequired') : undefined} />
      </div>
    </>
  );
}

function SetUp({ user_id }: { user_id: string }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const start = useMutation({ gcTime: 0, mutationFn: () => api(createSecondFactor, { params: { user_id } }) });
  if (start.data) {
    const leave = (
      <Button look="quiet" onPress={start.reset}>
        {t('ui.cancel')}
      </Button>
    );
    return <ConfirmForm {...start.data.second_factor} user_id={user_id} leave={leave} />;
  }
  return (
    <>
      <p>{t('account.factorOff')}</p>
      <div>
        <Button busy={start.isPending} onPress={() => start.mutate()}>
          {t('account.setUpFactor')}
        </Button>
      </div>
      {start.error !== null && <FormMessage>{refusalText(start.error)}</FormMessage>}
    </>
  );
}

function Remove({ user_id, unavailable }: { user_id: string; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button unavailable={unavailable} onPress={() => setAsking(true)}>
        {t('account.removeFactor')}
      </Button>
      {isAsking && <RemoveDialog user_id={user_id} onClose={() => setAsking(false)} />}
    </>
  );
}

function RemoveDialog({ user_id, onClose }: { user_id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const readSession = useReadSession();
  const form = useApiForm(removeSecondFactor, {
    values: { current_password: '' },
    params: { user_id },
    onSaved: async () => {
      toast(t('account.factorRemoved'));
      onClose();
      await readSession();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('account.removeTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('account.keepFactor')}</Button>
          <Button type="submit" form={id} look="danger" busy={form.busy}>
            {t('account.removeNow')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.ownFactorForm} onSubmit={form.onSubmit} noValidate>
        <p>{t('account.removeText')}</p>
        <Password
          form={form}
          name="current_password"
          label={t('account.current')}
          autoComplete="current-password"
          autoFocus
        />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}
