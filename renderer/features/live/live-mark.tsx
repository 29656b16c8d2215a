import { Circle, Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useRecorder, useSound } from '../recorder';
import styles from './live-mark.module.css';
import { useOpenRecordings } from './open-recordings';

/** Next to the name of the page: what is recorded here and how long, or how many recordings are open. */
export function LiveMark({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const { data = [] } = useOpenRecordings();
  const own = useRecorder(({ recording }) => recording);
  const seconds = useSound(({ keptMs }) => Math.floor(keptMs / 1000));
  if (data.length === 0) return null;
  const isPaused = data.every(({ status }) => status === 'paused');
  const Sign = isPaused ? Pause : Circle;
  const text = own && data.length === 1 ? lengthText(seconds) : String(data.length);
  return (
    <>
      <span
        className={styles.mark}
        data-paused={isPaused || undefined}
        data-rail={rail || undefined}
        aria-hidden="true"
      >
        <Sign className={styles.sign} size={9} fill="currentColor" />
        {!rail && <span data-figures>{text}</span>}
      </span>
      <span className="visually-hidden">, {t('live.count', { count: data.length })}</span>
    </>
  );
}
