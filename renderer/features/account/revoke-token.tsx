import { tokenApi } from '@shared/contract/tokens';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByToken } from '../../api/cache/tokens';
import { DeleteRecord } from '../../form/delete-record';
import { Button } from '../../ui/button';

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
  const ask = t('account.revoke');
  return (
    <DeleteRecord
      words={{
        ask,
        title: t('account.revokeTitle', { name }),
        keep: t('account.keepToken'),
        remove: t('account.revokeNow'),
        removed: t('account.revoked', { name }),
      }}
      id={token_id}
      remove={() => api(tokenApi.delete, { params: { user_id, token_id } })}
      changed={changedByToken}
      trigger={(onPress) => (
        <Button
          look="quiet"
          aria-label={t('account.revokeNamed', { name })}
          unavailable={unavailable}
          onPress={onPress}
        >
          {ask}
        </Button>
      )}
    >
      <p>{t('account.revokeText')}</p>
    </DeleteRecord>
  );
}
