import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { spelled } from '../../ui/fingerprint';
import { KeyPrint } from '../../ui/key-print';
import { useCopy } from '../../ui/use-copy';
import styles from './key-facts.module.css';
import { KeyState, useProtection } from './key-state';

/** The facts about a key, next to its fields. */
export function KeyFacts({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const protection = useProtection();
  const copy = useCopy();
  const { fingerprint, key_length, created_at, files, files_only_here, public_key } = encryptKey;
  const facts = [
    [t('encryptKeys.protectedBy'), protection(encryptKey)],
    [t('encryptKeys.length'), t('encryptKeys.bits', { count: key_length })],
    [t('encryptKeys.since'), format.day(created_at)],
    [t('encryptKeys.recordings'), format.figure(files)],
    [t('encryptKeys.onlyHere'), format.figure(files_only_here)],
  ] as const;
  return (
    <div className={styles.facts}>
      <KeyPrint fingerprint={fingerprint} size="card" />
      <p className={styles.fingerprint}>{spelled(fingerprint)}</p>
      <KeyState encryptKey={encryptKey} />
      <dl className={styles.list}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onPress={() => copy(public_key)}>{t('encryptKeys.copyPublic')}</Button>
    </div>
  );
}
