import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEveryUser } from '../../core/every-user';
import { Avatar } from '../../ui/avatar';
import styles from './may-use.module.css';

const shown = 3;

/** Who can open recordings with a key, and the way to change that. */
export function MayUse({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const users = useEveryUser();
  const { key_id, name, has_private_key, protection_mode, granted_users } = encryptKey;
  if (!has_private_key) {
    return (
      <Link to={key_id} className={styles.link} aria-label={t('encryptKeys.addHalfOf', { name })}>
        {t('encryptKeys.addHalfLink')}
      </Link>
    );
  }
  if (protection_mode === 'application') return t('encryptKeys.byRoleShort');
  const names = granted_users.map(
    (id) => users?.find(({ user_id }) => user_id === id)?.name ?? t('encryptKeys.unknownUser'),
  );
  return (
    <span className={styles.holders}>
      <span className={styles.people} title={names.join(', ')}>
        {names.slice(0, shown).map((one, place) => (
          <Avatar key={granted_users[place]} name={one} size={22} />
        ))}
        {names.length > shown && `+${names.length - shown}`}
        <span className="visually-hidden">{names.join(', ')}</span>
      </span>
      <Link to={key_id} className={styles.link} aria-label={t('encryptKeys.grantOf', { name })}>
        {t('encryptKeys.grantLink')}
      </Link>
    </span>
  );
}
