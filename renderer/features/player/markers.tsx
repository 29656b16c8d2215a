import { wholeSeconds } from '@shared/duration';
import { ChevronsRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { MarkedMoments } from './marked-moments';
import styles from './markers.module.css';
import type { Span } from './peaks';
import { usePlayer } from './store';
import type { Gap } from './tracks';

/** The minimum distance of two signs, as a share of the call. Closer ones would overlap. */
const nearest = 0.018;

/** The row above the lanes: skipped parts, and the boundaries between files. */
export function Markers({ gaps }: { gaps: readonly Gap[] }) {
  const duration_ms = usePlayer((player) => player.duration_ms);
  const skips = usePlayer((player) => player.skips_silence);
  const silences = usePlayer((player) => player.silences);
  const signs = useMemo(() => (skips ? signsOf(silences, duration_ms) : []), [skips, silences, duration_ms]);
  const at = (position_ms: number) => ({ insetInlineStart: `${(position_ms / duration_ms) * 100}%` });
  return (
    <div className={styles.row}>
      {signs.map((position_ms) => (
        <ChevronsRight
          key={position_ms}
          size={14}
          strokeWidth={1.75}
          className={styles.skipped}
          style={at(position_ms)}
        />
      ))}
      <MarkedMoments />
      {duration_ms > 0 &&
        gaps.map((gap, index) => (
          <Break key={gap.position_ms} gap={gap} until_ms={gaps[index + 1]?.position_ms ?? duration_ms} />
        ))}
    </div>
  );
}

/** The end of a file: shows what is missing there, if there is space before the next break. */
function Break({ gap, until_ms }: { gap: Gap; until_ms: number }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const duration_ms = usePlayer((player) => player.duration_ms);
  const share = (ms: number) => `${(ms / duration_ms) * 100}%`;
  const time = clock(gap.start_time);
  const missing = lengthText(gap.missing_ms / 1000);
  const isMissing = wholeSeconds(gap.missing_ms) > 0;
  return (
    <div
      className={styles.break}
      style={{ insetInlineStart: share(gap.position_ms), inlineSize: share(until_ms - gap.position_ms) }}
      role="note"
      title={t(isMissing ? 'player.gap.missing' : 'player.gap.none', {
        from: clock(gap.stop_time),
        until: time,
        missing,
      })}
    >
      <span className={styles.time}>{time}</span>
      {isMissing && <span className={styles.missing}>{t('player.gap.short', { missing })}</span>}
    </div>
  );
}

function signsOf(silences: readonly Span[], duration_ms: number): number[] {
  const signs: number[] = [];
  for (const { start_ms, end_ms } of silences) {
    const middle = (start_ms + end_ms) / 2;
    if ((middle - (signs.at(-1) ?? Number.NEGATIVE_INFINITY)) / duration_ms >= nearest) signs.push(middle);
  }
  return signs;
}
