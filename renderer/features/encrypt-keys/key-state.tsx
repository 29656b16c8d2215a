import type { EncryptKey } from '@shared/contract/encrypt-keys';
import { Check, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './key-state.module.css';

/** Whether a key encrypts new recordings, only opens older ones, or cannot open any. */
export function KeyState({ encryptKey: { is_active, has_private_key } }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const state = !has_private_key ? 'closed' : is_active ? 'active' : 'opens';
  return (
    <span className={styles.state} data-state={state}>
      {state === 'active' && <Icon of={Check} size={12} strokeWidth={2} />}
      {state === 'closed' && <Icon of={Lock} size={12} strokeWidth={2} />}
      {t(`encryptKeys.state.${state}`)}
    </span>
  );
}

/** What protects the private half of a key. */
export function useProtection(): (key: EncryptKey) => string {
  const { t } = useTranslation();
  return ({ has_private_key, protection_mode }) =>
    t(has_private_key ? `encryptKeys.protection.${protection_mode}` : 'encryptKeys.protection.none');
}
