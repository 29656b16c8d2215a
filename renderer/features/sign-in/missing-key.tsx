import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../../api/machine';
import { Icon } from '../../ui/icon';
import { OpenKit } from '../recovery-kit';
import styles from './missing-key.module.css';

/** Shown when the keychain does not provide the key of the calls: what does not work, and the kit that restores it. */
export function MissingKey() {
  const { t } = useTranslation();
  const { data: machine } = useMachine();
  if (machine?.kit !== 'opens' || machine.keychain === 'ok') return null;
  return (
    <div className={styles.line}>
      <Icon of={KeyRound} />
      <div className={styles.words}>
        <p>
          <strong>{t(`keychain.${machine.keychain}.title`)}</strong> {t(`keychain.${machine.keychain}.text`)}
        </p>
        <OpenKit />
      </div>
    </div>
  );
}
