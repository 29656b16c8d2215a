import { wholeSeconds } from '@shared/duration';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { useSteps } from '../../core/player-steps';
import { lengthText } from '../../i18n/times';
import { isModified } from '../../ui/is-modified';
import { speakersAt } from './peaks';
import styles from './seek-bar.module.css';
import { usePlayer } from './store';
import type { DrawnLane } from './use-peaks';
import { momentAt, type View } from './view';
import { useView } from './zoom';

/** By how many seconds a key moves the position, with the steps of the user; undefined for other keys. */
function strideOf(key: string): number | undefined {
  const { short_s, long_s } = useSteps.getState();
  return {
    ArrowLeft: -short_s,
    ArrowRight: short_s,
    ArrowDown: -short_s,
    ArrowUp: short_s,
    PageDown: -long_s,
    PageUp: long_s,
  }[key];
}

/** Covers markers, lanes and ruler. Clicks, drags and keys seek; screen readers hear the position and the speaker. */
export function SeekBar({ lanes }: { lanes: DrawnLane[] | null }) {
  const { t } = useTranslation();
  const { seek, skip, toggle, duration_ms } = usePlayer(
    useShallow(({ seek, skip, toggle, duration_ms }) => ({ seek, skip, toggle, duration_ms })),
  );
  const view = useView();
  const [hover, setHover] = useState<number | null>(null);
  const value = useValue(lanes);

  const momentOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return momentAt(view, (event.clientX - left) / width);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seek(momentOf(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    setHover(momentOf(event));
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(momentOf(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isModified(event)) return;
    const stride = strideOf(event.key);
    if (stride !== undefined) skip((event.shiftKey ? Math.sign(stride) : stride) * 1000);
    else if (event.key === 'Home') seek(0);
    else if (event.key === 'End') seek(duration_ms);
    else if (event.key === ' ') toggle();
    else return;
    event.preventDefault();
  };

  if (duration_ms === 0) return null;
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('player.position')}
        aria-valuenow={value.seconds}
        aria-valuetext={value.text}
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration_ms / 1000)}
        className={styles.bar}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHover(null)}
        onKeyDown={onKeyDown}
      />
      {hover !== null && <Hover at_ms={hover} view={view} />}
    </>
  );
}

/** The value for screen readers. It does not change during playback, so that playback is not announced. */
function useValue(lanes: DrawnLane[] | null) {
  const { t } = useTranslation();
  const position_ms = usePlayer((player) => (player.playing ? player.settled_ms : player.position_ms));
  const duration_ms = usePlayer((player) => player.duration_ms);
  const words = {
    at: spoken(position_ms, t),
    total: spoken(duration_ms, t),
    who: t(`player.speaking.${whoSpeaks(lanes, position_ms)}`),
  };
  return { seconds: Math.floor(position_ms / 1000), text: t('player.value', words) };
}

function whoSpeaks(lanes: DrawnLane[] | null, position_ms: number) {
  if (!lanes) return 'unknown';
  const [first, second] = speakersAt(lanes, position_ms);
  if (second) return 'both';
  return first === 'both' ? 'one' : (first ?? 'none');
}

/** A thin line under the pointer with its time, on the side with more space. */
function Hover({ at_ms, view }: { at_ms: number; view: View }) {
  const share = (at_ms - view.start_ms) / view.span_ms;
  return (
    <div
      className={styles.line}
      style={{ insetInlineStart: `${share * 100}%` }}
      data-late={share > 0.9 || undefined}
      aria-hidden="true"
      data-hover
    >
      <span className={styles.time} data-figures>
        {lengthText(at_ms / 1000)}
      </span>
    </div>
  );
}

/** `2 minutes 14`, `14 seconds`, `1 hour 6 minutes 42`, for screen readers. */
function spoken(ms: number, t: TFunction): string {
  const seconds = wholeSeconds(Math.max(0, ms));
  if (seconds < 60) return t('player.spoken.seconds', { count: seconds });
  const hours = Math.floor(seconds / 3600);
  const parts = [t('player.spoken.minutes', { count: Math.floor(seconds / 60) % 60 })];
  if (hours > 0) parts.unshift(t('player.spoken.hours', { count: hours }));
  if (seconds % 60 > 0) parts.push(String(seconds % 60));
  return parts.join(' ');
}
