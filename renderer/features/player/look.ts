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

/** The colour of a token, in a form that a canvas accepts. */
function colourOf(token: string, near: HTMLElement): string {
  near.style.setProperty('color', `var(${token})`);
  const { color } = getComputedStyle(near);
  near.style.removeProperty('color');
  return color;
}

/** The colours of a lane in the current theme. */
export function lookOf(lane: Lane, heard: Heard, near: HTMLElement): Look {
  const isOff = heard !== 'both' && lane !== 'both' && heard !== lane;
  if (forced.matches) {
    const colour = isOff ? 'GrayText' : 'CanvasText';
    return { bar: colour, played: colour, hollow: lane === 'customer' };
  }
  const [bar, played] = isOff ? (['--text-off', '--text-off'] as const) : tokens[lane];
  return { bar: colourOf(bar, near), played: colourOf(played, near), hollow: false };
}

/** The part of the lane's height that the loudest bar uses, so that it stays clear of the lines. */
const reach = 0.78;

/**
 * Draws one lane: bars of 2 px with a gap of 1 px and radius 1; hollow ones of 4 px with a gap of 2 px, because
 * narrower ones have no inside. A bar below 3 % is left out, so that the dots behind it show. Takes the arguments of
 * wavesurfer's `renderFunction`; the colour of the canvas is already set.
 */
export function drawLane(
  loudness: ArrayLike<number>,
  context: CanvasRenderingContext2D,
  gain: number,
  hollow: boolean,
): void {
  const { canvas } = context;
  const scale = canvas.width / Number.parseFloat(canvas.style.width);
  const height = canvas.height / scale;
  context.scale(scale, scale);
  context.beginPath();
  const width = hollow ? 4 : 2;
  const pitch = width * 1.5;
  // A line of 1 px covers whole pixels when its centre is between them.
  const inset = hollow ? 0.5 : 0;
  barsOf(loudness, Math.floor(canvas.width / scale / pitch)).forEach((value, bar) => {
    const level = Math.min(1, value * gain);
    if (level < 0.03) return;
    const length = Math.max(width, Math.round(level * height * reach));
    const top = Math.round((height - length) / 2);
    context.roundRect(bar * pitch + inset, top + inset, width - 2 * inset, length - 2 * inset, 1);
  });
  if (hollow) {
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 1;
    context.stroke();
  } else context.fill();
}
