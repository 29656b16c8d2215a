import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { Headphones } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { spelled } from '../../ui/fingerprint';
import { Icon } from '../../ui/icon';
import { KeyPrint } from '../../ui/key-print';
import styles from './key-card.module.css';
import { KeyMenu } from './key-menu';
import { KeyState, useProtection } from './key-state';
import { useSaveKey } from './use-save-key';

/** A key that encrypts new recordings. Its name opens its page. */
export function KeyCard({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const protection = useProtection();
  const save = useSaveKey();
  const { key_id, name, fingerprint, key_length, created_at, files, protection_mode, granted_users, public_key } =
    encryptKey;
  const facts = [
    [t('encryptKeys.protectedBy'), protection(encryptKey)],
    [t('encryptKeys.length'), t('encryptKeys.bits', { count: key_length })],
    [t('encryptKeys.since'), format.day(created_at)],
    [t('encryptKeys.recordings'), format.figure(files)],
  ] as const;
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.picture}>
        <KeyPrint fingerprint={fingerprint} size="card" />
      </div>
      <div className={styles.content}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <Link to={key_id}>{name}</Link>
          </h3>
          <KeyState encryptKey={encryptKey} />
          <span className={styles.space} />
          <Button
            look="quiet"
            aria-label={t('encryptKeys.exportPublicOf', { name })}
            onPress={() => save(name, public_key)}
          >
            {t('encryptKeys.exportPublic')}
          </Button>
          <KeyMenu encryptKey={encryptKey} />
        </div>
        <p className={styles.fingerprint}>{spelled(fingerprint)}</p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.who}>
          <Icon of={Headphones} />
          {protection_mode === 'application'
            ? t('encryptKeys.byRole')
            : t('encryptKeys.byGrant', { count: granted_users.length, shown: format.figure(granted_users.length) })}
        </p>
      </div>
    </section>
  );
}
