import type { Mark } from '@shared/contract/recordings';
import { barMs } from '@shared/recording-trace';

/** In px: the picture of a lane, a bar with its gap, and the label of a pause. */
export const width = 900;
const barWidth = 3;
export const label = { width: 56, height: 22 };
/**
 * A pause has the scale of the sound, but room for its label however short it was, and however long it was, it leaves
 * some of the sound before it in view.
 */
const pauseWidths = { least: label.width + 6, most: 360 };
const pauseWidth = (lengthMs: number): number =>
  Math.max(pauseWidths.least, Math.min(pauseWidths.most, Math.round((lengthMs / barMs) * barWidth)));
/** Between two times below the picture. The first half minute has more of them. */
const tickMs = (keptMs: number): number => (keptMs < 30_000 ? 5_000 : 15_000);

export type Placed = {
  bars: { x: number; peaks: readonly number[] }[];
  /** The left edges and widths of the pauses. */
  pauses: { x: number; width: number; paused_ms: number }[];
  /** Where the recording had this length, in ms. */
  ticks: { x: number; atMs: number }[];
};

/** Places the marks of a recording of this length, the newest at the right. */
export function placed(trace: readonly Mark[], keptMs: number): Placed {
  const all: Placed = { bars: [], pauses: [], ticks: [] };
  const step = tickMs(keptMs);
  let x = width;
  // What has no bar yet is not in the picture.
  let at = Math.floor(keptMs / barMs) * barMs;
  for (const mark of trace.toReversed()) {
    if (x < 0) break;
    if ('paused_ms' in mark) {
      const wide = pauseWidth(mark.paused_ms);
      x -= wide;
      all.pauses.push({ x, width: wide, paused_ms: mark.paused_ms });
      continue;
    }
    x -= barWidth;
    all.bars.push({ x: x + 1, peaks: mark.peaks });
    const before = at - barMs;
    const tick = Math.ceil(before / step) * step;
    if (tick < at && tick >= 0) all.ticks.push({ x, atMs: tick });
    at = before;
  }
  if (trace.length === 0) all.ticks.push({ x, atMs: 0 });
  return all;
}
