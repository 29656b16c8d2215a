import { Circle, CircleDashed, Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useRecorder, useSound } from '../recorder';
import styles from './live-mark.module.css';
import { useOpenRecordings } from './open-recordings';

/** Next to the name of the page: what is recorded here and how long, or how many recordings go on or are interrupted. */
export function LiveMark({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const { data = [] } = useOpenRecordings();
  const own = useRecorder(({ recording }) => recording);
  const seconds = useSound(({ keptMs }) => Math.floor(keptMs / 1000));
  if (data.length === 0) return null;
  const goingOn = data.filter(({ interrupted }) => !interrupted);
  const isPaused = goingOn.every(({ status }) => status === 'paused');
  const state = goingOn.length === 0 ? 'interrupted' : isPaused ? 'paused' : 'recording';
  const Sign = { interrupted: CircleDashed, paused: Pause, recording: Circle }[state];
  const count = state === 'interrupted' ? data.length : goingOn.length;
  const text = own && count === 1 ? lengthText(seconds) : String(count);
  const said = state === 'interrupted' ? 'live.interruptedCount' : 'live.count';
  return (
    <>
      <span className={styles.mark} data-state={state} data-rail={rail || undefined} aria-hidden="true">
        <Sign className={styles.sign} size={9} fill={state === 'interrupted' ? 'none' : 'currentColor'} />
        {!rail && <span data-figures>{text}</span>}
      </span>
      <span className="visually-hidden">, {t(said, { count })}</span>
    </>
  );
}
