import { useId } from 'react';
import { titleWhenCut } from '../../ui/title-when-cut';
import styles from './lane.module.css';
import { LevelMeter } from './level-meter';
import { loudness } from './loudness';
import { type Placed, width } from './picture';

/** One side of a recording: who speaks, through which source, how loud in the last moment, and a warning. */
export type Side = { name: string; source?: string; peak: number; warning?: string | undefined };

type Props = Side & {
  channel: number;
  height: number;
  of: 'agent' | 'customer' | 'both';
} & Pick<Placed, 'bars' | 'pauses'>;

/** One side of a recording, and the last moments of its sound. */
export function Lane({ name, source, peak, warning, of, ...picture }: Props) {
  return (
    <div className={styles.lane} data-of={of}>
      <div className={styles.head}>
        <p className={styles.name} onPointerEnter={titleWhenCut}>
          {name}
        </p>
        {source !== undefined && (
          <p className={styles.source} onPointerEnter={titleWhenCut}>
            {source}
          </p>
        )}
        <LevelMeter name={name} peak={peak} />
        {warning !== undefined && <p className={styles.quiet}>{warning}</p>}
      </div>
      <Picture {...picture} />
    </div>
  );
}

function Picture({ bars, pauses, channel, height }: Pick<Props, 'bars' | 'pauses' | 'channel' | 'height'>) {
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
      <path
        className={styles.bars}
        data-bars
        d={bars.map(({ x, peaks }) => bar(x, peaks[channel] ?? 0, height)).join('')}
      />
    </svg>
  );
}

/** The part of a lane that the tallest bars fill. */
const filled = 0.88;

function bar(x: number, peak: number, height: number): string {
  const tall = Math.max(1, Math.round(loudness(peak) * filled * height));
  return `M${x} ${(height - tall) / 2}v${tall}`;
}
