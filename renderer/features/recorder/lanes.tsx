import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { Lane } from './lane';
import styles from './lanes.module.css';
import { label, placed, width } from './picture';
import { useSound } from './sound';

const laneHeight = 138;
const rulerHeight = 24;
/** Beside the pictures, for half of a time below the live edge. */
const endRoom = 24;

/** The sides of the recording below one another, with the lengths of pauses over them and the time below. */
export function Lanes({ names, live }: { names: readonly string[]; live: boolean }) {
  const { t } = useTranslation();
  const trace = useSound((sound) => sound.trace);
  const keptMs = useSound((sound) => sound.keptMs);
  const { bars, pauses, ticks } = placed(trace, keptMs);
  const hasTwo = names.length > 1;
  const height = laneHeight * names.length;
  return (
    <div className={styles.lanes}>
      {names.map((source, channel) => (
        <Lane
          key={channel === 0 ? 'first' : 'second'}
          channel={channel}
          name={t(hasTwo ? (channel === 0 ? 'recorder.you' : 'recorder.caller') : 'recorder.both')}
          source={source}
          of={hasTwo ? (channel === 0 ? 'agent' : 'customer') : 'both'}
          live={live}
          bars={bars}
          pauses={pauses}
        />
      ))}
      <svg
        className={styles.over}
        viewBox={`0 0 ${width + endRoom} ${height + rulerHeight}`}
        preserveAspectRatio="xMaxYMin slice"
        aria-hidden="true"
      >
        <path className={styles.axis} d={`M0 ${height + 0.5}H${width}`} />
        {pauses.map(({ x, width: wide, pausedMs }) => (
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
              {lengthText(pausedMs / 1000)}
            </text>
          </g>
        ))}
        {ticks.map(({ x, atMs }) => (
          <text key={atMs} className={styles.tick} x={x} y={height + 16} textAnchor="middle">
            {lengthText(atMs / 1000)}
          </text>
        ))}
      </svg>
      {live && <span className={styles.edge} aria-hidden="true" />}
    </div>
  );
}
