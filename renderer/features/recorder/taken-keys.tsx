import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { useTakenKeys } from '../../core/taken-keys';
import styles from './record-form.module.css';

/** Says that keys do not work in other programs, if another program has them. */
export function TakenKeys({ of }: { of: 'record' | 'pauseRecording' }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const isTaken = useTakenKeys(({ taken }) => taken.includes(of));
  return isTaken && <p className={styles.hint}>{t('recorder.keysTaken', { keys: keysOf(of) ?? '' })}</p>;
}
