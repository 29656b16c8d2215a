import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { spelled } from '../../ui/fingerprint';
import { KeyPrint } from '../../ui/key-print';
import { KeyMenu } from './key-menu';
import styles from './key-rows.module.css';
import { KeyState, useProtection } from './key-state';
import { MayUse } from './may-use';

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
