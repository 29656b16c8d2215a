import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../core/use-now';
import { titleWhenCut } from '../../ui/title-when-cut';
import styles from './lane.module.css';
import { LevelMeter } from './level-meter';
import { loudness } from './loudness';
import { type Placed, width } from './picture';
import { useSound } from './sound';

const height = 138;
const mostTall = height - 16;
const quietMs = 10_000;

type Props = {
  channel: number;
  name: string;
  source: string;
  of: 'agent' | 'customer' | 'both';
  live: boolean;
} & Pick<Placed, 'bars' | 'pauses'>;

/** One side of the recording: its name, source and level, and the last moments of its sound. */
export function Lane({ channel, name, source, of, live, bars, pauses }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const peak = useSound(({ levels }) => levels[channel] ?? 0);
  const quietSince = useSound((sound) => sound.quietSince[channel] ?? null);
  const isQuiet = live && quietSince !== null && now - quietSince > quietMs;
  return (
    <div className={styles.lane} data-of={of}>
      <div className={styles.head}>
        <p className={styles.name}>{name}</p>
        <p className={styles.source} onPointerEnter={titleWhenCut}>
          {source}
        </p>
        <LevelMeter name={name} peak={peak} />
        {isQuiet && <p className={styles.quiet}>{t('recorder.quiet', { name: source })}</p>}
      </div>
      <Picture bars={bars} pauses={pauses} channel={channel} />
    </div>
  );
}

function Picture({ bars, pauses, channel }: Pick<Props, 'bars' | 'pauses' | 'channel'>) {
  const hatch = useId();
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
      {pauses.map(({ x, width: wide }) => (
        <g key={x}>
          <rect className={styles.pause} x={x} width={wide} height={height} />
          <rect x={x} width={wide} height={height} fill={`url(#${hatch})`} />
          <path className={styles.edge} d={`M${x} 0V${height}M${x + wide} 0V${height}`} />
        </g>
      ))}
      <path className={styles.bars} d={bars.map(({ x, peaks }) => bar(x, peaks[channel] ?? 0)).join('')} />
    </svg>
  );
}

function bar(x: number, peak: number): string {
  const tall = Math.max(1, Math.round(loudness(peak) * mostTall));
  return `M${x} ${(height - tall) / 2}v${tall}`;
}
