import type { OpenRecording } from '@shared/contract/recordings';
import { Circle, CircleDashed, Ellipsis, Pause, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../../core/session';
import { useNow } from '../../core/use-now';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useCall } from '../call';
import { agentOf, customerOf, partyText, useCallName } from '../parties';
import { DiscardQuestion, Lanes, longPauseMs } from '../recorder';
import { lengthsOf } from './lengths';
import { useLevels } from './levels';
import { useEnd, usePause } from './open-recordings';
import styles from './recording-row.module.css';
import { useInterruptedText } from './use-interrupted-text';

/** One open recording: its state, its call, its length, and the buttons that pause, resume and end it. */
export function RecordingRow({ recording }: { recording: OpenRecording }) {
  const { t } = useTranslation();
  const now = useNow();
  const refusalText = useRefusalText();
  const mayPause = useHolds('calls:pause_recording');
  const mayEnd = useHolds('calls:create');
  const { call_id, status } = recording;
  const pause = usePause(call_id);
  const end = useEnd(recording);
  const isPaused = status === 'paused';
  const { kept, paused } = lengthsOf(recording, now);
  const length = lengthText(kept / 1000);
  const Sign = isPaused ? Pause : Circle;
  const error = pause.error ?? end.error;
  return (
    <li className={styles.recording}>
      <div className={styles.row} data-state={status}>
        <span className={styles.state}>
          <Icon of={Sign} size={12} fill="currentColor" />
          {t(isPaused ? 'live.paused' : 'live.recording')}
        </span>
        <div className={styles.about}>
          <About recording={recording} pausedMs={isPaused ? (paused ?? 0) : null} />
          {error && <FormMessage>{refusalText(error)}</FormMessage>}
        </div>
        <span className={styles.length} role="timer" aria-label={t('live.length', { length })} data-figures>
          {length}
        </span>
        <div className={styles.actions}>
          <Button
            look={isPaused ? 'ink' : 'plain'}
            icon={
              isPaused ? (
                <Circle className={styles.dot} size={14} fill="currentColor" aria-hidden="true" />
              ) : (
                <Pause size={14} fill="currentColor" aria-hidden="true" />
              )
            }
            busy={pause.isPending}
            unavailable={mayPause ? undefined : t('live.mayNotPause')}
            onPress={() => pause.mutate(isPaused ? 'unmute' : 'mute')}
          >
            {t(isPaused ? 'live.resume' : 'live.pause')}
          </Button>
          {mayEnd && (
            <>
              <Button busy={end.isPending} onPress={() => end.mutate('keep')}>
                {t('live.stop')}
              </Button>
              <RecordingMenu onDiscard={() => end.mutate('discard')} />
            </>
          )}
        </div>
      </div>
      <RecordingLanes recording={recording} keptMs={kept} pausedMs={paused} />
    </li>
  );
}

type Interrupted = NonNullable<OpenRecording['interrupted']>;

/** A recording that is open since an earlier run of Earshot: when it broke off, how much is kept, and whether to keep it. */
export function InterruptedRow({ recording, interrupted }: { recording: OpenRecording; interrupted: Interrupted }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const interruptedText = useInterruptedText();
  const mayEnd = useHolds('calls:create');
  const mayRemove = useHolds('calls:delete');
  const end = useEnd(recording);
  return (
    <li className={styles.recording}>
      <div className={styles.row} data-state="interrupted">
        <span className={styles.state} data-figures>
          <Icon of={CircleDashed} size={12} />
          {interruptedText(interrupted)}
        </span>
        <div className={styles.about}>
          <About recording={recording} pausedMs={null} />
          {end.error && <FormMessage>{refusalText(end.error)}</FormMessage>}
        </div>
        {mayEnd && (
          <div className={styles.actions}>
            <Button look="ink" busy={end.isPending && end.variables === 'keep'} onPress={() => end.mutate('keep')}>
              {t('live.keep')}
            </Button>
            {mayRemove && (
              <Button busy={end.isPending && end.variables === 'discard'} onPress={() => end.mutate('discard')}>
                {t('live.discardNow')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** The name and number of the call, which opens in Review; below, with whom it is, or how long it has been paused. */
function About({ recording, pausedMs }: { recording: OpenRecording; pausedMs: number | null }) {
  const { t } = useTranslation();
  const callName = useCallName();
  const { call_id, recording_id } = recording;
  const { data: call, error } = useCall(call_id);
  const tool = useLevels(recording_id).data?.tool ?? null;
  // Users also see the recordings that they opened, though not always their calls.
  if (!call) return <p className={styles.name}>{error ? (tool ?? t('live.otherTool')) : '…'}</p>;
  const { name, number } = customerOf(call);
  const agent = partyText(agentOf(call));
  const isLong = pausedMs !== null && pausedMs >= longPauseMs;
  return (
    <>
      <Link className={styles.name ?? ''} to={`/review?call=${call_id}`} onPointerEnter={titleWhenCut}>
        {callName(call)}
        {name !== null && number !== null && <span data-figures>, {phoneText(number)}</span>}
      </Link>
      <p className={styles.more} onPointerEnter={titleWhenCut}>
        {pausedMs === null &&
          [agent !== null && t('live.with', { agent }), tool !== null && t('live.sentBy', { tool })]
            .filter(Boolean)
            .join(', ')}
        {pausedMs !== null && (
          <span className={styles.pause} data-long={isLong || undefined} data-figures>
            {t(isLong ? 'live.pausedLong' : 'live.pausedFor', { length: lengthText(pausedMs / 1000) })}
          </span>
        )}
      </p>
    </>
  );
}

/** Further actions on an open recording, if the role allows them. */
function RecordingMenu({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation();
  const mayRemove = useHolds('calls:delete');
  const [isAsking, setAsking] = useState(false);
  if (!mayRemove) return null;
  return (
    <>
      <Menu
        label={t('live.more')}
        trigger={
          <IconButton label={t('live.more')}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon of={Trash2} />} onAction={() => setAsking(true)}>
          {t('live.discard')}
        </MenuItem>
      </Menu>
      <DiscardQuestion open={isAsking} onClose={() => setAsking(false)} onDiscard={onDiscard} />
    </>
  );
}

type RecordingLanesProps = {
  recording: OpenRecording;
  keptMs: number;
  /** The length of the pause under way, as the row shows it. */
  pausedMs: number | undefined;
};

/** The last minute and a half of a recording that another program sends, by its sides. */
function RecordingLanes({ recording: { recording_id, call_id, status }, keptMs, pausedMs }: RecordingLanesProps) {
  const { t } = useTranslation();
  const { data: call } = useCall(call_id);
  const { data: levels } = useLevels(recording_id);
  const agent = (call && partyText(agentOf(call))) ?? t('live.agent');
  const names = levels?.channels === 1 ? [t('recorder.both')] : [agent, t('recorder.caller')];
  const isLive = status === 'recording' && (levels?.is_sending ?? false);
  const last = levels?.marks.at(-1);
  const peaks = isLive && last && 'peaks' in last ? last.peaks : [];
  const sides = names.map((name, channel) => ({ name, peak: peaks[channel] ?? 0 }));
  // The last mark of the service is a little older than the row.
  const marks = levels?.marks ?? [];
  const trace =
    pausedMs !== undefined && last && 'paused_ms' in last ? marks.with(-1, { paused_ms: Math.round(pausedMs) }) : marks;
  return <Lanes sides={sides} trace={trace} keptMs={keptMs} live={isLive} size="small" />;
}
