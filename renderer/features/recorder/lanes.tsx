import type { Mark } from '@shared/contract/recordings';
import { useId } from 'react';
import { lengthText } from '../../i18n/times';
import { titleWhenCut } from '../../ui/title-when-cut';
import styles from './lanes.module.css';
import { LevelMeter } from './level-meter';
import { loudness } from './loudness';
import { label, type Placed, placed, width } from './picture';

/** In px: the height of a lane, and of the times below. */
const sizes = { large: { lane: 138, ruler: 24 }, small: { lane: 44, ruler: 18 } };
/** Next to the pictures, for half of a time below the live edge. */
const endRoom = 24;

type Props = {
  /** The agent and the customer, or one side with both. */
  sides: readonly Side[];
  trace: readonly Mark[];
  /** The length of the recording without its pauses. */
  keptMs: number;
  /** Whether sound arrives now. */
  live: boolean;
  size?: keyof typeof sizes;
};

/** The sides of a recording below one another, with the lengths of pauses over them and the time below. */
export function Lanes({ sides, trace, keptMs, live, size = 'large' }: Props) {
  const { bars, pauses, ticks } = placed(trace, keptMs);
  const { lane, ruler } = sizes[size];
  const height = lane * sides.length;
  return (
    <div className={styles.lanes} data-size={size}>
      {sides.map((side, channel) => (
        <Lane
          key={channel === 0 ? 'first' : 'second'}
          {...side}
          channel={channel}
          height={lane}
          of={sides.length > 1 ? (channel === 0 ? 'agent' : 'customer') : 'both'}
          bars={bars}
          pauses={pauses}
        />
      ))}
      <svg
        className={styles.over}
        viewBox={`0 0 ${width + endRoom} ${height + ruler}`}
        preserveAspectRatio="xMaxYMin slice"
        aria-hidden="true"
      >
        <path className={styles.axis} d={`M0 ${height + 0.5}H${width}`} />
        {pauses.map(({ x, width: wide, paused_ms }) => (
          <g key={x} transform={`translate(${x + wide / 2} ${height / 2})`}>
            <rect
              className={styles.label}
              x={-label.width / 2}
              y={-label.height / 2}
              width={label.width}
              height={label.height}
              rx="4"
            />
            <path className={styles.sign} d="M-20 -4h2v8h-2zM-15.500 -4h2v8h-2z" />
            <text className={styles.length} x="8" y="4" textAnchor="middle">
              {lengthText(paused_ms / 1000)}
            </text>
          </g>
        ))}
        {ticks.map(({ x, atMs }) => (
          <text
            key={atMs}
            className={styles.tick}
            x={x}
            y={height + ruler - 8 + (size === 'small' ? 3 : 0)}
            textAnchor="middle"
          >
            {lengthText(atMs / 1000)}
          </text>
        ))}
      </svg>
      {live && <span className={styles.edge} aria-hidden="true" />}
    </div>
  );
}

/** One side of a recording: who speaks, through which source, how loud in the last moment, and a warning. */
type Side = { name: string; source?: string; peak: number; warning?: string | undefined };

type LaneProps = Side & {
  channel: number;
  height: number;
  of: 'agent' | 'customer' | 'both';
} & Pick<Placed, 'bars' | 'pauses'>;

/** One side of a recording, and the last moments of its sound. */
function Lane({ name, source, peak, warning, of, ...picture }: LaneProps) {
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

function Picture({ bars, pauses, channel, height }: Pick<LaneProps, 'bars' | 'pauses' | 'channel' | 'height'>) {
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
          <path className={styles.laneEdge} d={`M${x} 0V${height}M${x + wide} 0V${height}`} />
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
