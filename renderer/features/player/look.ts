import { tokenColour } from '../../ui/token-colour';
import type { Heard } from './graph';
import { barsOf } from './peaks';
import type { Lane } from './tracks';

/** The colours of a lane's bars; `hollow` if only the shape may distinguish the lanes. */
export type Look = { bar: string; played: string; hollow: boolean };

const forced = window.matchMedia('(forced-colors: active)');
const tokens: Record<Lane, [string, string]> = {
  agent: ['--agent', '--agent-strong'],
  customer: ['--customer', '--customer-strong'],
  both: ['--text-2', '--text-1'],
};

/** The colours of a lane in the current theme. */
export function lookOf(lane: Lane, heard: Heard, near: HTMLElement): Look {
  const isOff = heard !== 'both' && lane !== 'both' && heard !== lane;
  if (forced.matches) {
    const colour = isOff ? 'GrayText' : 'CanvasText';
    return { bar: colour, played: colour, hollow: lane === 'customer' };
  }
  const [bar, played] = isOff ? (['--text-off', '--text-off'] as const) : tokens[lane];
  return { bar: tokenColour(bar, near), played: tokenColour(played, near), hollow: false };
}

/** The part of the lane's height that the loudest bar uses, so that it stays clear of the lines. */
const reach = 0.78;

/** The stored values of a lane that are drawn: `count` of them, from `first`. */
export type Part = { first: number; count: number };
/** Where they are drawn, in px. */
type Strip = { width: number; top: number; height: number };

/**
 * Adds the bars of a part of a lane to the path of a canvas: `thickness` px each, with a gap of half of it, and wider
 * gaps where there are fewer values than that. A bar below 3 % is left out, so that the dots behind it show.
 */
function addBars(
  context: CanvasRenderingContext2D,
  loudness: ArrayLike<number>,
  { first, count }: Part,
  { width, top, height }: Strip,
  { gain, thickness, inset = 0 }: { gain: number; thickness: number; inset?: number },
): void {
  const pitch = Math.max(1.5 * thickness, width / count);
  const perBar = (count * pitch) / width;
  const firstBar = Math.floor(first / perBar);
  barsOf(loudness, Math.ceil(width / pitch) + 1, firstBar, perBar).forEach((value, bar) => {
    const level = Math.min(1, value * gain);
    if (level < 0.03) return;
    const length = Math.max(thickness, Math.round(level * height * reach));
    const left = (firstBar + bar) * pitch - (first * width) / count;
    const start = top + Math.round((height - length) / 2);
    context.roundRect(left + inset, start + inset, thickness - 2 * inset, length - 2 * inset, 1);
  });
}

/**
 * Draws a part of one lane: bars of 2 px with a gap of 1 px and radius 1; hollow ones of 4 px with a gap of 2 px, because
 * narrower ones have no inside.
 */
export function drawLane(
  context: CanvasRenderingContext2D,
  loudness: ArrayLike<number>,
  part: Part,
  strip: Strip,
  { gain, colour, hollow }: { gain: number; colour: string; hollow: boolean },
): void {
  context.beginPath();
  // A line of 1 px covers whole pixels when its centre is between them.
  addBars(context, loudness, part, strip, { gain, thickness: hollow ? 4 : 2, inset: hollow ? 0.5 : 0 });
  if (hollow) {
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.stroke();
  } else {
    context.fillStyle = colour;
    context.fill();
  }
}

/** In device pixels. */
export type DeviceSize = { width: number; height: number };

/** Draws a canvas now and whenever it covers other device pixels. Returns a function that stops it. */
export function atSizeOf(canvas: HTMLCanvasElement, drawAt: (size: DeviceSize) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [size] = entry?.devicePixelContentBoxSize ?? [];
    if (size) drawAt({ width: size.inlineSize, height: size.blockSize });
  });
  // Reports the size at once, too.
  observer.observe(canvas, { box: 'device-pixel-content-box' });
  return () => observer.disconnect();
}

/** Clears a canvas at this size; returns its width and height in px. Null while it is not shown. */
export function cleared(
  canvas: HTMLCanvasElement,
  { width, height }: DeviceSize,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return null;
  canvas.width = width;
  canvas.height = height;
  context.scale(devicePixelRatio, devicePixelRatio);
  return { context, width: width / devicePixelRatio, height: height / devicePixelRatio };
}
