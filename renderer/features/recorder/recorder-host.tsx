import { Circle, Pause, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { notify } from '../../core/notify';
import { useCommand } from '../../core/use-command';
import { lengthText } from '../../i18n/times';
import { Button } from '../../ui/button';
import { stop } from './ending';
import { pause, resume } from './pausing';
import styles from './recorder-host.module.css';
import { longPauseMs } from './recorder-panel';
import { useSound } from './sound';
import { isPaused, useRecorder } from './state';

/**
 * The recording on every page: its keys, what main has to know of it, and a bar while the window is
 * locked.
 */
export function RecorderHost({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation();
  const { phase, recording, wanted } = useRecorder();
  const mayPause = wanted?.mayPause ?? false;
  const canPause = phase === 'recording' || phase === 'resuming';
  const toggle = canPause ? () => void pause() : phase === 'paused' ? () => void resume() : undefined;
  const isOn = recording !== null && phase !== 'stopping';
  useCommand(
    'pauseRecording',
    mayPause ? toggle : undefined,
    recording && !mayPause ? t('recorder.mayNotPause') : undefined,
  );
  useCommand('stopRecording', isOn ? () => void stop() : undefined);
  useTellMain();
  useLongPauseNotice();
  return isLocked && recording ? <LockedBar mayPause={mayPause} onToggle={toggle} /> : null;
}

/** Reports the recording to main, which keeps the session for it and asks before the window closes. */
function useTellMain(): void {
  const { recording, wanted } = useRecorder();
  const { recording_id, call_id } = recording ?? {};
  const may_pause = wanted?.mayPause ?? false;
  const is_paused = useRecorder(isPaused);
  useEffect(() => {
    void bridge.recorder(recording_id && call_id ? { recording_id, call_id, is_paused, may_pause } : null);
  }, [recording_id, call_id, is_paused, may_pause]);
}

/** A forgotten pause is pointed out while nobody looks at the window. */
function useLongPauseNotice(): void {
  const { t } = useTranslation();
  const pausedAt = useRecorder((state) => state.pausedAt);
  useEffect(() => {
    if (pausedAt === null) return;
    const length = lengthText(longPauseMs / 1000);
    const timer = setTimeout(
      () => notify(t('recorder.notice'), t('recorder.pausedLong', { length }), () => {}),
      pausedAt + longPauseMs - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [pausedAt, t]);
}

type BarProps = { mayPause: boolean; onToggle: (() => void) | undefined };

function LockedBar({ mayPause, onToggle }: BarProps) {
  const { t } = useTranslation();
  const phase = useRecorder((state) => state.phase);
  const hasPaused = useRecorder(isPaused);
  const state = t(hasPaused ? 'recorder.nothingKept' : 'recorder.locked');
  const length = lengthText(useSound(({ keptMs }) => Math.floor(keptMs / 1000)));
  const Sign = hasPaused ? Pause : Circle;
  return (
    <aside className={styles.bar} data-paused={hasPaused || undefined} aria-label={t('recorder.panel')}>
      <Sign className={styles.sign} size={12} fill="currentColor" aria-hidden="true" />
      <span className={styles.length} data-figures>
        {length}
      </span>
      <span className={styles.text}>{phase === 'stopping' ? t('recorder.state.stopping') : state}</span>
      <Button
        icon={
          hasPaused ? (
            <Circle className={styles.sign} size={12} fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause size={12} fill="currentColor" aria-hidden="true" />
          )
        }
        busy={phase === 'resuming' || phase === 'stopping'}
        unavailable={mayPause ? undefined : t('recorder.mayNotPause')}
        onPress={onToggle}
      >
        {t(hasPaused ? 'recorder.resume' : 'recorder.pause')}
      </Button>
      <Button
        icon={<Square size={12} fill="currentColor" aria-hidden="true" />}
        busy={phase === 'stopping'}
        onPress={() => void stop()}
      >
        {t('recorder.stop')}
      </Button>
    </aside>
  );
}
