import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../core/use-now';
import styles from './lane.module.css';
import { LevelMeter } from './level-meter';
import { useSound } from './sound';
import type { Mark } from './trace';

const width = 900;
const height = 138;
const pauseWidth = 42;
const quietMs = 10_000;

type Props = { channel: number; name: string; source: string; of: 'agent' | 'customer' | 'both'; live: boolean };

/** One side of the recording: its name, source and level, and the last moments of its sound. */
export function Lane({ channel, name, source, of, live }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const peak = useSound(({ levels }) => levels[channel] ?? 0);
  const quietSince = useSound((sound) => sound.quietSince[channel] ?? null);
  const trace = useSound((sound) => sound.trace);
  const isQuiet = live && quietSince !== null && now - quietSince > quietMs;
  return (
    <div className={styles.lane} data-of={of}>
      <div className={styles.head}>
        <p className={styles.name}>{name}</p>
        <p className={styles.source}>{source}</p>
        <LevelMeter name={name} peak={peak} />
        {isQuiet && <p className={styles.quiet}>{t('recorder.quiet', { name: source })}</p>}
      </div>
      <Picture trace={trace} channel={channel} />
    </div>
  );
}

function Picture({ trace, channel }: { trace: readonly Mark[]; channel: number }) {
  const hatch = useId();
  const { bars, pauses } = draw(trace, channel);
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={styles.hatch} d="M4 0V8" />
      </pattern>
      <path className={styles.middle} d={`M0 ${height / 2}H${width}`} />
      {pauses.map((x) => (
        <g key={x}>
          <rect className={styles.pause} x={x} width={pauseWidth} height={height} />
          <rect x={x} width={pauseWidth} height={height} fill={`url(#${hatch})`} />
          <path className={styles.edge} d={`M${x} 0V${height}M${x + pauseWidth} 0V${height}`} />
        </g>
      ))}
      <path className={styles.bars} d={bars} />
    </svg>
  );
}

/** The marks from the right, newest first: bars of 2 px, and pauses of one width, however long they were. */
function draw(trace: readonly Mark[], channel: number): { bars: string; pauses: number[] } {
  let x = width;
  let bars = '';
  const pauses: number[] = [];
  for (const mark of trace.toReversed()) {
    if ('pausedMs' in mark) {
      x -= pauseWidth;
      pauses.push(x);
    } else {
      x -= 3;
      const peak = mark.peaks[channel] ?? 0;
      const tall = peak < 0.03 ? 1 : Math.min(1, peak) * (height - 24);
      bars += `M${x + 1} ${(height - tall) / 2}v${tall}`;
    }
    if (x < 0) break;
  }
  return { bars, pauses };
}
