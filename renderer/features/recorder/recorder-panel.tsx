import type { Mark } from '@shared/contract/recordings';
import { Circle, Pause, Square } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { useNow } from '../../core/use-now';
import { lengthText } from '../../i18n/times';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { Discard } from './discard';
import { stop } from './ending';
import { Lanes } from './lanes';
import { pause, resume } from './pausing';
import styles from './recorder-panel.module.css';
import { useSound } from './sound';
import { isPaused as isPausedIn, useRecorder } from './state';
import { TakenKeys } from './taken-keys';
import { useIsOwner } from './use-is-owner';

/** A pause of this length, in ms, is pointed out: it may have been forgotten. */
export const longPauseMs = 5 * 60_000;

/** The recording of this machine's audio: its state, its length, the last moments of its sound, and what can be done. */
export function RecorderPanel() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { phase, wanted, error } = useRecorder();
  const isPaused = useRecorder(isPausedIn);
  const isOwner = useIsOwner();
  if (!wanted) return null;
  const { names, mayPause } = wanted;
  const Sign = isPaused ? Pause : Circle;
  const hasTwo = names.length > 1;
  const remark = isPaused ? t('recorder.nothingKept') : phase === 'recording' && hasTwo && t('recorder.bothSides');
  return (
    <section className={styles.panel} data-state={isPaused ? 'paused' : phase} aria-label={t('recorder.panel')}>
      <p className={styles.state} role="status">
        <Icon of={Sign} className={styles.sign} size={10} fill="currentColor" />
        <strong>{t(`recorder.state.${phase === 'idle' ? 'starting' : phase}`)}</strong>
        {remark && <span>{remark}</span>}
      </p>
      <Clock />
      <Pauses />
      {isOwner && <OwnLanes names={names} live={phase === 'recording'} />}
      <div className={styles.actions}>
        <Button
          look="ink"
          size="page"
          icon={
            isPaused ? (
              <Circle className={styles.dot} size={14} fill="currentColor" aria-hidden="true" />
            ) : (
              <Pause size={14} fill="currentColor" aria-hidden="true" />
            )
          }
          busy={phase === 'starting' || phase === 'resuming' || phase === 'stopping'}
          unavailable={mayPause ? undefined : t('recorder.mayNotPause')}
          onPress={() => void (isPaused ? resume() : pause())}
        >
          {t(isPaused ? 'recorder.resume' : 'recorder.pause')}
          <KeyCap keys={keysOf('pauseRecording')} />
        </Button>
        <Button
          size="page"
          icon={<Square size={12} fill="currentColor" aria-hidden="true" />}
          busy={phase === 'stopping'}
          onPress={() => void stop()}
        >
          {t('recorder.stop')}
        </Button>
        {isOwner && <Discard />}
      </div>
      {error !== null && <FormMessage>{refusalText(error)}</FormMessage>}
      <TakenKeys of="pauseRecording" />
      <p className={styles.note}>{t(isPaused ? 'recorder.neverKept' : 'recorder.beforeCard')}</p>
    </section>
  );
}

function Clock() {
  const { t } = useTranslation();
  const length = lengthText(useSound(({ keptMs }) => Math.floor(keptMs / 1000)));
  return (
    <p className={styles.clock} role="timer" aria-label={t('recorder.recorded', { length })} data-figures>
      {length}
    </p>
  );
}

const lengthOf = (mark: Mark | undefined): number => (mark && 'paused_ms' in mark ? mark.paused_ms : 0);

/** How long the pause has been, or the pauses so far. A long one is pointed out. */
function Pauses() {
  const { pausedAt, pauses, resumesAt } = useRecorder();
  // As the picture shows it, so that both count at once.
  const paused = useSound(({ trace }) => lengthOf(trace.at(-1)));
  const isLong = pausedAt !== null && paused >= longPauseMs && resumesAt === null;
  const all = pauses.reduce((sum, length) => sum + length, 0);
  const left = resumesAt === null || pausedAt === null ? null : lengthText((resumesAt - pausedAt - paused) / 1000);
  const length = lengthText(paused / 1000);
  const said =
    pausedAt !== null
      ? left === null
        ? { i18nKey: isLong ? ('recorder.pausedLong' as const) : ('recorder.pausedFor' as const), values: { length } }
        : { i18nKey: 'recorder.resumesIn' as const, values: { length, left } }
      : pauses.length > 0
        ? { i18nKey: 'recorder.pauses' as const, values: { length: lengthText(all / 1000) }, count: pauses.length }
        : { i18nKey: 'recorder.noPauses' as const };
  return (
    <p className={styles.pauses} data-long={isLong || undefined} role={isLong ? 'alert' : undefined} data-figures>
      <Trans {...said} components={{ b: <b /> }} />
    </p>
  );
}

const quietMs = 10_000;

/** The lanes of the recording of this machine's audio, by the names of its sources. */
function OwnLanes({ names, live }: { names: readonly string[]; live: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const { trace, keptMs, levels, quietSince } = useSound();
  const hasTwo = names.length > 1;
  const isQuiet = (since: number | null | undefined) => live && typeof since === 'number' && now - since > quietMs;
  const sides = names.map((source, channel) => ({
    name: t(hasTwo ? (channel === 0 ? 'recorder.you' : 'recorder.caller') : 'recorder.both'),
    source,
    peak: levels[channel] ?? 0,
    warning: isQuiet(quietSince[channel]) ? t('recorder.quiet', { name: source }) : undefined,
  }));
  return <Lanes sides={sides} trace={trace} keptMs={keptMs} live={live} />;
}
