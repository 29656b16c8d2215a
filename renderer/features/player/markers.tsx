import { ChevronsRight } from 'lucide-react';
import { useMemo } from 'react';
import styles from './markers.module.css';
import type { Span } from './peaks';
import { usePlayer } from './store';
import type { Gap } from './tracks';
import { useWords } from './words';

/** Nearer than this share of the call, two signs would lie over one another. */
const nearest = 0.018;

/** The row above the lanes: what is skipped, and where one file ends and the next begins. */
export function Markers({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useWords();
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
      {duration_ms > 0 &&
        gaps.map((gap) => (
          <span
            key={gap.position_ms}
            className={styles.gap}
            style={at(gap.position_ms)}
            role="note"
            title={t('gap', { from: wallTime(gap.stop_time), until: wallTime(gap.start_time) })}
          >
            {wallTime(gap.start_time)}
          </span>
        ))}
    </div>
  );
}

const wallTime = (timestamp: string): string => timestamp.slice(11, 16);

function signsOf(silences: readonly Span[], duration_ms: number): number[] {
  const signs: number[] = [];
  for (const { start_ms, end_ms } of silences) {
    const middle = (start_ms + end_ms) / 2;
    if ((middle - (signs.at(-1) ?? Number.NEGATIVE_INFINITY)) / duration_ms >= nearest) signs.push(middle);
  }
  return signs;
}
