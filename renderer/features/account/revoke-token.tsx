import { tokenApi } from '@shared/contract/tokens';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByToken } from '../../api/cache/tokens';
import { refresh } from '../../core/query-client';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';

type Props = {
  user_id: string;
  token_id: string;
  name: string;
  /** Why this user cannot revoke it. */
  unavailable?: string | undefined;
};

/** Ends a token, after asking. */
export function RevokeToken({ user_id, token_id, name, unavailable }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    gcTime: 0,
    mutationFn: () => api(tokenApi.delete, { params: { user_id, token_id } }),
    onSuccess: async () => {
      setAsking(false);
      toast(t('account.revoked', { name }));
      await refresh(changedByToken);
    },
  });
  const close = () => {
    setAsking(false);
    revoke.reset();
  };
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('account.revokeNamed', { name })}
        unavailable={unavailable}
        onPress={() => setAsking(true)}
      >
        {t('account.revoke')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('account.revokeTitle', { name })}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('account.keepToken')}
            </Button>
            <Button look="danger" busy={revoke.isPending} onPress={() => revoke.mutate()}>
              {t('account.revokeNow')}
            </Button>
          </>
        }
      >
        <p>{t('account.revokeText')}</p>
        {revoke.error && <FormMessage>{refusalText(revoke.error)}</FormMessage>}
      </Dialog>
    </>
  );
}
