import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { useTheme } from '../../ui/use-theme';
import { onFrame, pixelAt } from './frames';
import type { Heard } from './graph';
import { drawLane, type Look, lookOf } from './look';
import { type Loudness, perSecond, type Span } from './peaks';
import { usePlayer } from './store';
import type { Drawing } from './use-peaks';
import type { View } from './view';
import styles from './waveform.module.css';
import { useView } from './zoom';

/** The lanes of a call in the colours of the theme; empty until the waveform is loaded. */
export function Waveform({ drawing }: { drawing: Drawing | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [painter, setPainter] = useState<LanesPainter | null>(null);
  const heard = usePlayer((player) => player.heard);
  const skips = usePlayer((player) => player.skips_silence);
  const theme = useTheme();
  const view = useView();
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  }, [view]);

  useEffect(() => {
    if (!box.current) return;
    const made = new LanesPainter(box.current);
    setPainter(made);
    return () => made.release();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies(theme): colours are read from the page, which has changed by then
  useEffect(() => {
    if (painter && drawing) painter.paint({ drawing, heard, skips }, latest.current);
  }, [painter, drawing, heard, skips, theme]);

  useEffect(() => painter?.show(view), [painter, view]);

  return <div ref={box} className={styles.waveform} hidden={drawing === null} />;
}

/** A waveform and how it is heard: which lanes are off, and whether silence is skipped. */
type Painted = { drawing: Drawing; heard: Heard; skips: boolean };

/** The lanes are drawn without the copy that wavesurfer would make of them in each frame. */
const noPeaks = new Float32Array(1);

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** The lanes as they are drawn, and the colours of each. */
type Lanes = { drawing: Drawing; looks: readonly Look[] };

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
class LanesPainter {
  private readonly box: HTMLElement;
  private readonly surfer: WaveSurfer;
  private readonly observer: ResizeObserver;
  private readonly stopFrames: () => void;
  private painted: Lanes | undefined;
  private view: View | undefined;
  /** As it was last laid out. Reading it from the box in the middle of a zoom would lay out the page once more. */
  private height = 0;
  private position_ms = 0;
  /** The device pixel up to which the lanes are coloured as played. */
  private played_px: number | undefined;

  constructor(box: HTMLElement) {
    this.box = box;
    this.surfer = WaveSurfer.create({
      container: box,
      splitChannels: [],
      cursorWidth: 0,
      interact: false,
      hideScrollbar: true,
      cspNonce: nonce(),
    });
    this.stopFrames = onFrame((position_ms) => {
      this.position_ms = position_ms;
      this.follow();
    });
    this.observer = new ResizeObserver(() => {
      this.height = box.clientHeight;
      this.fit();
    });
    this.observer.observe(box);
    // If a call is loaded while paused, no frame would colour the played part.
    this.surfer.on('ready', () => this.follow(true));
  }

  /** Paints this waveform instead of the previous one. */
  paint({ drawing, heard, skips }: Painted, view: View): void {
    const lanes = drawing.lanes.map(({ lane, loudness }) => ({
      lane,
      loudness: skips ? without(drawing.silences, loudness) : loudness,
    }));
    // To read a colour takes longer than to draw a lane in it. A new theme paints again.
    const looks = lanes.map(({ lane }) => lookOf(lane, heard, this.box));
    this.painted = { drawing: { ...drawing, lanes }, looks };
    this.view = view;
    this.fit();
    void this.surfer.load(
      '',
      lanes.map(() => noPeaks),
      drawing.duration_ms / 1000,
    );
  }

  /** Shows another part of it. */
  show(view: View): void {
    if (!this.painted || this.view === view) return;
    this.view = view;
    this.fit();
    this.follow(true);
  }

  release(): void {
    this.observer.disconnect();
    this.stopFrames();
    this.surfer.destroy();
  }

  /** Drawing frames that look the same kept a third of a core busy. */
  private follow(isNew = false): void {
    if (!this.painted || !this.view) return;
    const { start_ms, span_ms } = this.view;
    const share = Math.min(1, Math.max(0, (this.position_ms - start_ms) / span_ms));
    const played_px = pixelAt(share, this.box);
    if (!isNew && played_px === this.played_px) return;
    this.played_px = played_px;
    // To wavesurfer, what is in view is the whole call.
    this.surfer.setTime((share * this.painted.drawing.duration_ms) / 1000);
  }

  private fit(): void {
    if (!this.painted || !this.view || this.height === 0) return;
    this.surfer.setOptions({ splitChannels: channelsOf(this.painted, this.view, this.height) });
  }
}

/**
 * The options of wavesurfer for each lane. Outside the painter, so that no wavesurfer keeps the previous one in memory.
 */
function channelsOf({ drawing: { lanes, gain }, looks }: Lanes, view: View, height: number) {
  const [first, count] = [view.start_ms, view.span_ms].map((ms) => (ms * perSecond) / 1000) as [number, number];
  return lanes.map(({ loudness }, at) => {
    const { bar, played, hollow } = looks[at] as Look;
    return {
      height: height / lanes.length,
      waveColor: bar,
      progressColor: played,
      renderFunction: (_: unknown, context: CanvasRenderingContext2D) =>
        drawLane(context, loudness, { first, count }, { gain, hollow }),
    };
  });
}
