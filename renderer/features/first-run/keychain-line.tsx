import type { KeychainState } from '@shared/ipc';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './keychain-line.module.css';

/** The state of the system's keychain and what it means for a new archive. */
export function KeychainLine({ keychain }: { keychain: KeychainState }) {
  const { t } = useTranslation();
  return (
    <p className={styles.line} data-state={keychain === 'ok' ? 'ok' : 'not'}>
      <Icon of={KeyRound} />
      <span>{t(`firstRun.keychain.${keychain}`)}</span>
    </p>
  );
}
