import type { OpenRecording } from '@shared/contract/recordings';
import { Circle, Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { useNow } from '../../core/use-now';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useCall } from '../call';
import { agentOf, customerOf, partyText, useCallName } from '../parties';
import { longPauseMs } from '../recorder';
import { lengthsOf } from './lengths';
import { usePause } from './open-recordings';
import styles from './recording-row.module.css';

/** One recording that goes on: its state, its call, its length, and the button that pauses and resumes it. */
export function RecordingRow({ recording }: { recording: OpenRecording }) {
  const { t } = useTranslation();
  const now = useNow();
  const refusalText = useRefusalText();
  const mayPause = useHolds('calls:pause_recording');
  const { call_id, status } = recording;
  const pause = usePause(call_id);
  const isPaused = status === 'paused';
  const { kept, paused = 0 } = lengthsOf(recording, now);
  const length = lengthText(kept / 1000);
  const Sign = isPaused ? Pause : Circle;
  return (
    <li className={styles.row} data-state={status}>
      <span className={styles.state}>
        <Sign size={12} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
        {t(isPaused ? 'live.paused' : 'live.recording')}
      </span>
      <div className={styles.about}>
        <CallLink call_id={call_id} />
        {isPaused && (
          <p className={styles.pause} data-long={paused >= longPauseMs || undefined} data-figures>
            {t(paused >= longPauseMs ? 'live.pausedLong' : 'live.pausedFor', { length: lengthText(paused / 1000) })}
          </p>
        )}
        {pause.error && <FormMessage>{refusalText(pause.error)}</FormMessage>}
      </div>
      <span className={styles.length} role="timer" aria-label={t('live.length', { length })} data-figures>
        {length}
      </span>
      <Button
        look={isPaused ? 'ink' : 'plain'}
        icon={
          isPaused ? (
            <Circle className={styles.dot} size={14} fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause size={14} strokeWidth={1.75} aria-hidden="true" />
          )
        }
        busy={pause.isPending}
        unavailable={mayPause ? undefined : t('live.mayNotPause')}
        onPress={() => pause.mutate(isPaused ? 'unmute' : 'mute')}
      >
        {t(isPaused ? 'live.resume' : 'live.pause')}
      </Button>
    </li>
  );
}

/** The names and numbers of the call, which opens in Review. */
function CallLink({ call_id }: { call_id: string }) {
  const { t } = useTranslation();
  const callName = useCallName();
  const { data: call } = useCall(call_id);
  if (!call) return <p className={styles.name}>…</p>;
  const { name, number } = customerOf(call);
  const agent = partyText(agentOf(call));
  return (
    <>
      <Link className={styles.name ?? ''} to={`/review?call=${call_id}`} onPointerEnter={titleWhenCut}>
        {callName(call)}
        {name !== null && number !== null && <span data-figures>, {phoneText(number)}</span>}
      </Link>
      {agent !== null && <p className={styles.agent}>{t('live.with', { agent })}</p>}
    </>
  );
}
