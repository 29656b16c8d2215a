import { barMs, type Mark } from './trace';

/** In px: the picture of a lane, a pause in it however long it was, and a bar with its gap. */
export const width = 900;
export const pauseWidth = 42;
const barWidth = 3;
const tickMs = 15_000;

export type Placed = {
  bars: { x: number; peaks: readonly number[] }[];
  /** The left edges of the pauses. */
  pauses: { x: number; pausedMs: number }[];
  /** Where the recording was so many ms long: every 15 s. */
  ticks: { x: number; atMs: number }[];
};

/** Places the marks of a recording of this length, the newest at the right. */
export function placed(trace: readonly Mark[], keptMs: number): Placed {
  const all: Placed = { bars: [], pauses: [], ticks: [] };
  let x = width;
  let at = keptMs;
  for (const mark of trace.toReversed()) {
    if (x < 0) break;
    if ('pausedMs' in mark) {
      x -= pauseWidth;
      all.pauses.push({ x, pausedMs: mark.pausedMs });
      continue;
    }
    x -= barWidth;
    all.bars.push({ x: x + 1, peaks: mark.peaks });
    const before = at - barMs;
    const tick = Math.floor(at / tickMs);
    if (tick > Math.floor(before / tickMs) && tick > 0) all.ticks.push({ x, atMs: tick * tickMs });
    at = before;
  }
  return all;
}
