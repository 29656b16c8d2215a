import { useSyncExternalStore } from 'react';
import type { Heard } from './graph';
import { barsOf } from './peaks';
import type { Lane } from './tracks';

/** Colours of a lane's bars; `hollow` where only the shape may tell the lanes apart. */
export type Look = { bar: string; played: string; hollow: boolean };

const forced = window.matchMedia('(forced-colors: active)');
const tokens: Record<Lane, [string, string]> = {
  agent: ['--agent', '--agent-strong'],
  customer: ['--customer', '--customer-strong'],
  both: ['--text-2', '--text-1'],
};

/** The colour behind a token, as a canvas takes it. */
function colourOf(token: string, near: HTMLElement): string {
  near.style.setProperty('color', `var(${token})`);
  const { color } = getComputedStyle(near);
  near.style.removeProperty('color');
  return color;
}

/** A lane's colours in the theme of now. */
export function lookOf(lane: Lane, heard: Heard, near: HTMLElement): Look {
  if (forced.matches) return { bar: 'CanvasText', played: 'CanvasText', hollow: lane === 'customer' };
  const isOff = heard !== 'both' && lane !== 'both' && heard !== lane;
  const [bar, played] = isOff ? (['--text-off', '--text-off'] as const) : tokens[lane];
  return { bar: colourOf(bar, near), played: colourOf(played, near), hollow: false };
}

/** Changes whenever colours must be read again: another theme, more contrast, forced colours. */
export function useTheme(): string {
  return useSyncExternalStore(watchTheme, themeNow);
}

const more = window.matchMedia('(prefers-contrast: more)');
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const themeNow = () => `${document.documentElement.dataset.theme} ${dark.matches} ${more.matches} ${forced.matches}`;

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  for (const query of [forced, more, dark]) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of [forced, more, dark]) query.removeEventListener('change', changed);
  };
}

/** Of the lane's height, so that the loudest bar keeps clear of the lines. */
const reach = 0.78;

/**
 * Draws one lane: bars of 2 px with a gap of 1 px and radius 1. A bar below 3 % is left out, the dots behind it show.
 * Takes what wavesurfer hands to a `renderFunction`; the canvas is filled in the colour already set.
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
  barsOf(loudness, Math.floor(canvas.width / scale / 3)).forEach((value, bar) => {
    const level = Math.min(1, value * gain);
    if (level < 0.03) return;
    const length = Math.max(2, Math.round(level * height * reach));
    context.roundRect(bar * 3, Math.round((height - length) / 2), 2, length, 1);
  });
  if (hollow) {
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 0.5;
    context.stroke();
  } else context.fill();
}
