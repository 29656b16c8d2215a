import type { TokenOfUser } from '@shared/contract/tokens';
import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { RevokeToken } from '../account';
import styles from './tokens-page.module.css';

/** The rights of a token, and the actions on it. */
export function TokenDetails({
  token: { user_id, user_name, token_id, name, opens_recordings },
}: {
  token: TokenOfUser;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const readingOnly = useReadingOnly();
  const seesUsers = useHolds('users:view');
  return (
    <div className={styles.panel}>
      <p className={styles.text}>
        {t('tokens.rights', { name: user_name })} {t(opens_recordings ? 'tokens.opens' : 'tokens.opensNot')}
      </p>
      {seesUsers && (
        <Button look="quiet" icon={<Icon of={ArrowUpRight} />} onPress={() => void navigate(`/admin/users/${user_id}`)}>
          {t('tokens.openUser', { name: user_name })}
        </Button>
      )}
      <RevokeToken user_id={user_id} token_id={token_id} name={name} unavailable={readingOnly} />
    </div>
  );
}
