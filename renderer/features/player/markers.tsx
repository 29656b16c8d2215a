import { wholeSeconds } from '@shared/duration';
import { Pause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { MarkedMoments } from './marked-moments';
import styles from './markers.module.css';
import { SkippedSilence } from './skipped-silence';
import type { Gap } from './tracks';
import { momentIn, spanIn } from './view';
import { useView } from './zoom';

/** The row above the lanes: skipped parts, marked moments, and the boundaries between files. */
export function Markers({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <div className={styles.row}>
      <SkippedSilence />
      <MarkedMoments />
      {gaps.map((gap, index) => (
        <Break key={gap.position_ms} gap={gap} until_ms={gaps[index + 1]?.position_ms ?? Number.POSITIVE_INFINITY} />
      ))}
    </div>
  );
}

/** The end of a file: shows what is missing there, if there is space before the next break. */
function Break({ gap, until_ms }: { gap: Gap; until_ms: number }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const view = useView();
  const place = momentIn(view, gap.position_ms) && spanIn(view, gap.position_ms, until_ms);
  if (!place) return null;
  const time = clock(gap.start_time);
  const missing = lengthText(gap.missing_ms / 1000);
  const isMissing = wholeSeconds(gap.missing_ms) > 0;
  const isPaused = gap.isPaused && isMissing;
  return (
    <div
      className={styles.break}
      data-paused={isPaused || undefined}
      style={place}
      role="note"
      title={t(`player.gap.${isPaused ? 'paused' : isMissing ? 'missing' : 'none'}`, {
        from: clock(gap.stop_time),
        until: time,
        missing,
      })}
    >
      <span className={styles.time}>{time}</span>
      {isPaused && (
        <span className={styles.paused}>
          <Pause size={10} fill="currentColor" aria-hidden="true" />
          {missing}
        </span>
      )}
      {isMissing && !isPaused && <span className={styles.missing}>{t('player.gap.short', { missing })}</span>}
    </div>
  );
}
