import type { OpenRecording } from '@shared/contract/recordings';
import { Circle, CircleDashed, Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { useNow } from '../../core/use-now';
import { lengthText } from '../../i18n/times';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useCall } from '../call';
import { useCallName } from '../parties';
import { lengthsOf } from './lengths';
import { useLevels } from './levels';
import { useEnd, usePause } from './open-recordings';
import styles from './other-recordings.module.css';
import { useInterruptedText } from './use-interrupted-text';

/** The recordings of other programs next to that of this machine: short, with the button to pause each. */
export function OtherRecordings({ recordings }: { recordings: readonly OpenRecording[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('live.also')}</h2>
      <ul className={styles.recordings} aria-label={t('live.recordings')}>
        {recordings.map((recording) =>
          recording.interrupted ? (
            <InterruptedRecording
              key={recording.recording_id}
              recording={recording}
              interrupted={recording.interrupted}
            />
          ) : (
            <OtherRecording key={recording.recording_id} recording={recording} />
          ),
        )}
      </ul>
    </section>
  );
}

function OtherRecording({ recording }: { recording: OpenRecording }) {
  const { t } = useTranslation();
  const now = useNow();
  const callName = useCallName();
  const refusalText = useRefusalText();
  const mayPause = useHolds('calls:pause_recording');
  const { call_id, recording_id, status } = recording;
  const { data: call, error } = useCall(call_id);
  const { data: levels } = useLevels(recording_id);
  const pause = usePause(call_id);
  const isPaused = status === 'paused';
  const tool = levels?.tool ?? t('live.otherTool');
  const name = call ? callName(call) : error ? tool : '…';
  const Sign = isPaused ? Pause : Circle;
  return (
    <li className={styles.row} data-state={status}>
      <Icon of={Sign} className={styles.sign} size={10} fill="currentColor" />
      <div className={styles.about}>
        {call ? (
          <Link className={styles.name ?? ''} to={`/review?call=${call_id}`} onPointerEnter={titleWhenCut}>
            {name}
          </Link>
        ) : (
          // Users also see the recordings that they opened, though not always their calls.
          <span className={styles.name}>{name}</span>
        )}
        <p className={styles.more} data-figures>
          {isPaused && <span className="visually-hidden">{t('live.paused')}, </span>}
          {tool}, {lengthText(lengthsOf(recording, now).kept / 1000)}
        </p>
      </div>
      <Button
        icon={
          isPaused ? (
            <Circle className={styles.dot} size={12} fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause size={14} fill="currentColor" aria-hidden="true" />
          )
        }
        aria-label={t(isPaused ? 'live.resumeOf' : 'live.pauseOf', { name })}
        busy={pause.isPending}
        unavailable={mayPause ? undefined : t('live.mayNotPause')}
        onPress={() => pause.mutate(isPaused ? 'unmute' : 'mute')}
      >
        {t(isPaused ? 'live.resume' : 'live.pause')}
      </Button>
      {pause.error && <FormMessage>{refusalText(pause.error)}</FormMessage>}
    </li>
  );
}

type Interrupted = { recording: OpenRecording; interrupted: NonNullable<OpenRecording['interrupted']> };

/** One that is open since an earlier run of Earshot: short, with the button to keep it. */
function InterruptedRecording({ recording, interrupted }: Interrupted) {
  const { t } = useTranslation();
  const callName = useCallName();
  const refusalText = useRefusalText();
  const interruptedText = useInterruptedText();
  const mayEnd = useHolds('calls:create');
  const { call_id } = recording;
  const { data: call } = useCall(call_id);
  const end = useEnd(recording);
  const name = call ? callName(call) : t('live.otherTool');
  return (
    <li className={styles.row} data-state="interrupted">
      <Icon of={CircleDashed} className={styles.sign} size={10} />
      <div className={styles.about}>
        <span className={styles.name} onPointerEnter={titleWhenCut}>
          {name}
        </span>
        <p className={styles.more} onPointerEnter={titleWhenCut} data-figures>
          {interruptedText(interrupted)}
        </p>
      </div>
      {mayEnd && (
        <Button aria-label={t('live.keepOf', { name })} busy={end.isPending} onPress={() => end.mutate('keep')}>
          {t('live.keep')}
        </Button>
      )}
      {end.error && <FormMessage>{refusalText(end.error)}</FormMessage>}
    </li>
  );
}
