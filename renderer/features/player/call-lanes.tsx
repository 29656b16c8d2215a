import type { Call } from '@shared/contract/calls';
import { useMemo } from 'react';
import { useHolds } from '../../core/session';
import styles from './call-lanes.module.css';
import { barsOf } from './peaks';
import { tracksOf } from './tracks';
import { useDrawing } from './use-peaks';

const [bars, pitch, barWidth, laneHeight] = [63, 4, 2.5, 14];
const width = (bars - 1) * pitch + barWidth;

/** The two lanes of a call as a small picture, agent above customer: who speaks when. Empty until it is drawn, and for a role that cannot listen. */
export function CallLanes({ call }: { call: Call }) {
  const mayListen = useHolds('calls:playback');
  const tracks = useMemo(() => (mayListen ? tracksOf(call) : []), [mayListen, call]);
  const { drawing } = useDrawing(call.call_id, tracks);
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${width} ${2 * laneHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawing?.lanes.map(({ lane, loudness }) =>
        [...barsOf(loudness, bars)].map((value, at) => {
          const tall = Math.min(laneHeight, value * drawing.gain * laneHeight);
          if (tall < 0.5) return null;
          const top = lane === 'customer' ? laneHeight : laneHeight - tall;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={`${lane} ${at}`}
              className={styles[lane]}
              x={at * pitch}
              y={lane === 'both' ? laneHeight - tall / 2 : top}
              width={barWidth}
              height={tall}
              rx={1}
            />
          );
        }),
      )}
    </svg>
  );
}
