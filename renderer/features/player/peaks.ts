import type { Peaks } from '@shared/contract/calls';
import type { Lane } from './tracks';

/** The loudness of a lane, one value from 0 to 1 for each fiftieth of a second. */
export type Loudness = Float32Array;
export type Span = { start_ms: number; end_ms: number };

/** The number of stored pairs per second, as in the contract. */
export const perSecond = 50;
const frameMs = 1000 / perSecond;
const longestPauseMs = 1200;

/** The loudness of each channel: the larger side of every stored pair. */
export const loudnessOf = (peaks: Peaks): Loudness[] => peaks.data.map(decode);

function decode(base64: string): Loudness {
  const bytes = Int8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const loudness = new Float32Array(bytes.length >> 1);
  for (let frame = 0; frame < loudness.length; frame += 1) {
    const [low = 0, high = 0] = [bytes[frame * 2], bytes[frame * 2 + 1]];
    loudness[frame] = Math.min(1, Math.max(-low, high, 0) / 127);
  }
  return loudness;
}

/** Combines the parts of a lane, each at its position on a timeline of `duration_ms`. */
export function lineOf(parts: { loudness: Loudness; offset_ms: number }[], duration_ms: number): Loudness {
  const line = new Float32Array(Math.max(1, Math.round(duration_ms / frameMs)));
  for (const { loudness, offset_ms } of parts) {
    const start = Math.round(offset_ms / frameMs);
    if (start < line.length) line.set(loudness.subarray(0, line.length - start), start);
  }
  return line;
}

/**
 * The bars for a width: 65 % mean and 35 % maximum of each bin, lightly smoothed. Of a part: from bar `first`, each of
 * `perBar` stored values, so that a bar stays the same while its part moves.
 */
export function barsOf(
  loudness: ArrayLike<number>,
  count: number,
  first = 0,
  perBar = loudness.length / count,
): Float32Array {
  const raw = Float32Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((first + bar) * perBar);
    const to = Math.max(from + 1, Math.floor((first + bar + 1) * perBar));
    const { sum, max } = within(loudness, from, to);
    return (0.65 * sum) / (to - from) + 0.35 * max;
  });
  return raw.map((value, bar) => 0.7 * value + 0.15 * (raw[bar - 1] ?? value) + 0.15 * (raw[bar + 1] ?? value));
}

/** The values that are added up in advance: a call of four hours has 720,000, and a frame has no time for all of them. */
const perBlock = 64;
type Blocks = { sums: Float32Array; maxima: Float32Array };
const known = new WeakMap<ArrayLike<number>, Blocks>();

/** The sum and the maximum of the values from `from` up to `to`. */
function within(loudness: ArrayLike<number>, from: number, to: number): { sum: number; max: number } {
  let [sum, max] = [0, 0];
  const add = (one: number, highest: number) => {
    sum += one;
    if (highest > max) max = highest;
  };
  const each = (first: number, end: number) => {
    for (let frame = first; frame < end; frame += 1) add(loudness[frame] ?? 0, loudness[frame] ?? 0);
  };
  const [first, end] = [Math.ceil(from / perBlock), Math.floor(to / perBlock)];
  if (first >= end) each(from, to);
  else {
    const { sums, maxima } = blocksOf(loudness);
    each(from, first * perBlock);
    for (let block = first; block < end; block += 1) add(sums[block] ?? 0, maxima[block] ?? 0);
    each(end * perBlock, to);
  }
  return { sum, max };
}

function blocksOf(loudness: ArrayLike<number>): Blocks {
  const found = known.get(loudness);
  if (found) return found;
  const count = Math.ceil(loudness.length / perBlock);
  const blocks = { sums: new Float32Array(count), maxima: new Float32Array(count) };
  for (let frame = 0; frame < loudness.length; frame += 1) {
    const block = Math.floor(frame / perBlock);
    const value = loudness[frame] ?? 0;
    blocks.sums[block] = (blocks.sums[block] ?? 0) + value;
    blocks.maxima[block] = Math.max(blocks.maxima[block] ?? 0, value);
  }
  known.set(loudness, blocks);
  return blocks;
}

/** The factor for the bars of a call, at most 6, so that its loudest bars are near the full height. */
export function gainOf(lanes: readonly Loudness[]): number {
  const bars = lanes.flatMap((lane) => [...barsOf(lane, 300)]).sort((a, b) => a - b);
  const loud = bars[Math.floor(bars.length * 0.985)] ?? 0;
  return loud < 0.01 ? 1 : Math.min(6, Math.max(1, 1 / loud));
}

/** Below this a lane counts as silent: a little above its quietest tenth, and at most 5 % of full scale. */
function thresholdOf(lane: Loudness): number {
  const sorted = Float32Array.from(lane).sort();
  const floor = sorted[Math.floor(sorted.length / 10)] ?? 0;
  return Math.min(0.05, Math.max(0.02, floor * 2.5));
}

/** The spans longer than 1.2 s in which no lane is heard, not even for a moment. */
export function silencesIn(lanes: readonly Loudness[]): Span[] {
  const thresholds = lanes.map(thresholdOf);
  const frames = Math.max(0, ...lanes.map((lane) => lane.length));
  const spans: Span[] = [];
  let start = 0;
  for (let frame = 0; frame <= frames; frame += 1) {
    const isLoud = frame === frames || lanes.some((lane, index) => (lane[frame] ?? 0) > (thresholds[index] ?? 0));
    if (!isLoud) continue;
    if ((frame - start) * frameMs > longestPauseMs) spans.push({ start_ms: start * frameMs, end_ms: frame * frameMs });
    start = frame + 1;
  }
  return spans;
}

/** The part of a silence that is kept at each end, so that no word is cut. */
export const keptMs = 150;

/** The time saved by skipping a span. */
export const savedByOne = ({ start_ms, end_ms }: Span): number => end_ms - start_ms - 2 * keptMs;

/** The time saved by skipping these spans. */
export const savedBy = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + savedByOne(span), 0);

/** The position to continue from, if the position is in the skipped part of a silence, otherwise null. */
export function pastSilence(spans: readonly Span[], position_ms: number): number | null {
  const span = spans.find(
    ({ start_ms, end_ms }) => position_ms > start_ms + keptMs && position_ms < end_ms - keptMs - 40,
  );
  return span ? span.end_ms - keptMs : null;
}

/** The speakers around a position, in the order of the lanes. */
export function speakersAt(lanes: readonly { lane: Lane; loudness: Loudness }[], position_ms: number): Lane[] {
  const frame = Math.round(position_ms / frameMs);
  return lanes
    .filter(({ loudness }) => Math.max(...loudness.subarray(Math.max(0, frame - 12), frame + 13), 0) > 0.04)
    .map(({ lane }) => lane);
}
