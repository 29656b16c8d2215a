import { createSecondFactor, removeSecondFactor } from '@shared/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useReadSession, useSignedIn } from '../../core/session';
import { Password } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import { ConfirmForm } from '../second-factor';
import styles from './own-factor.module.css';

/** Whether sign-ins need a code, and a button to change that. */
export function OwnFactor() {
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
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
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
