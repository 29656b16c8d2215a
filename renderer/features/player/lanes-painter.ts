import WaveSurfer from 'wavesurfer.js';
import { onFrame, pixelAt } from './frames';
import type { Heard } from './graph';
import { drawLane, lookOf } from './look';
import { type Loudness, perSecond, type Span } from './peaks';
import type { Drawing } from './use-peaks';

/** A waveform and how it is heard: which lanes are off, and whether silence is skipped. */
export type Painted = { drawing: Drawing; heard: Heard; skips: boolean };

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** A lane whose skipped parts are faded to dots. */
function without(spans: readonly Span[], loudness: Loudness): Loudness {
  const rest = loudness.slice();
  for (const { start_ms, end_ms } of spans) rest.fill(0, (start_ms * perSecond) / 1000, (end_ms * perSecond) / 1000);
  return rest;
}

/**
 * Paints lanes with one wavesurfer, which exists as long as its box and shows one call after the other. It follows the
 * position without knowing the sound: two legs have no element in common, and with an element wavesurfer may load the
 * address of the previous call.
 */
export class LanesPainter {
  readonly #box: HTMLElement;
  readonly #surfer: WaveSurfer;
  readonly #observer: ResizeObserver;
  readonly #stopFrames: () => void;
  #painted: Painted | undefined;
  #position_ms = 0;
  /** The device pixel up to which the lanes are coloured as played. */
  #played_px: number | undefined;

  constructor(box: HTMLElement) {
    this.#box = box;
    this.#surfer = WaveSurfer.create({
      container: box,
      splitChannels: [],
      cursorWidth: 0,
      interact: false,
      hideScrollbar: true,
      cspNonce: nonce(),
    });
    this.#stopFrames = onFrame((position_ms) => {
      this.#position_ms = position_ms;
      this.#follow();
    });
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(box);
    // If a call is loaded while paused, no frame would colour the played part.
    this.#surfer.on('ready', () => this.#follow(true));
  }

  /** Paints this waveform instead of the previous one. */
  paint(painted: Painted): void {
    this.#painted = painted;
    const { drawing, skips } = painted;
    const peaks = drawing.lanes.map(({ loudness }) => (skips ? without(drawing.silences, loudness) : loudness));
    this.#fit();
    void this.#surfer.load('', peaks, drawing.duration_ms / 1000);
  }

  release(): void {
    this.#observer.disconnect();
    this.#stopFrames();
    this.#surfer.destroy();
  }

  /** Drawing frames that look the same kept a third of a core busy. */
  #follow(isNew = false): void {
    if (!this.#painted) return;
    const played_px = pixelAt(this.#position_ms / this.#painted.drawing.duration_ms, this.#box);
    if (!isNew && played_px === this.#played_px) return;
    this.#played_px = played_px;
    this.#surfer.setTime(this.#position_ms / 1000);
  }

  #fit(): void {
    if (this.#painted) this.#surfer.setOptions({ splitChannels: channelsOf(this.#painted, this.#box) });
  }
}

/**
 * The options of wavesurfer for each lane. Outside the painter, so that no wavesurfer keeps the previous one in memory.
 */
function channelsOf({ drawing: { lanes, gain }, heard }: Painted, box: HTMLElement) {
  return lanes.map(({ lane }) => {
    const look = lookOf(lane, heard, box);
    return {
      height: box.clientHeight / lanes.length,
      waveColor: look.bar,
      progressColor: look.played,
      renderFunction: ([loudness]: ArrayLike<number>[], context: CanvasRenderingContext2D) =>
        drawLane(loudness ?? [], context, gain, look.hollow),
    };
  });
}
