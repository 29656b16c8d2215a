import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEveryUser } from '../../core/every-user';
import { useFormat } from '../../i18n/use-format';
import { Avatar } from '../../ui/avatar';
import { spelled } from '../../ui/fingerprint';
import { KeyPrint } from '../../ui/key-print';
import { KeyMenu } from './key-menu';
import styles from './key-rows.module.css';
import { KeyState, useProtection } from './key-state';

/** The keys that do not encrypt new recordings. Their names open their pages. */
export function KeyRows({ keys }: { keys: readonly EncryptKey[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const protection = useProtection();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('encryptKeys.key')}</th>
          <th scope="col">{t('encryptKeys.stateHead')}</th>
          <th scope="col">{t('encryptKeys.protectedBy')}</th>
          <th scope="col" className={styles.figure}>
            {t('encryptKeys.recordings')}
          </th>
          <th scope="col" className={styles.figure}>
            {t('encryptKeys.holders')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.key_id}>
            <td className={styles.picture}>
              <KeyPrint fingerprint={key.fingerprint} size="row" />
            </td>
            <th scope="row">
              <Link to={key.key_id}>{key.name}</Link>
              <span className={styles.fingerprint}>{spelled(key.fingerprint, { short: true })}</span>
            </th>
            <td>
              <KeyState encryptKey={key} />
            </td>
            <td>{protection(key)}</td>
            <td className={styles.figure}>{format.figure(key.files)}</td>
            <td className={styles.figure}>
              <MayUse encryptKey={key} />
            </td>
            <td className={styles.more}>
              <KeyMenu encryptKey={key} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const shown = 3;

/** Who can open recordings with a key, and the way to change that. */
function MayUse({ encryptKey }: { encryptKey: EncryptKey }) {
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
