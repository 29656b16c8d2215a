import { removeSecondFactor } from '@shared/contract/second-factor';
import type { User } from '@shared/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByUser } from '../../api/cache/users';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import styles from './remove-factor.module.css';

type Props = { user: User; readOnly: boolean; onChanged: () => void };

/** Removes the second factor of a user who has lost it, after asking. */
export function RemoveFactor({ user: { user_id, name, fieldset_login }, readOnly, onChanged }: Props) {
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
