import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '../../ui/use-theme';
import { onFrame, pixelAt } from './frames';
import { atSizeOf, cleared, type DeviceSize, drawLane, type Look, lookOf } from './look';
import { type Loudness, perSecond, type Span } from './peaks';
import { usePlayer } from './store';
import type { Drawing } from './use-peaks';
import type { View } from './view';
import styles from './waveform.module.css';
import { useView } from './zoom';

/**
 * The lanes of a call in the colours of the theme; empty until the waveform is loaded. They are drawn once more in the
 * colours of what is played, and that picture is shown up to the position.
 */
export function Waveform({ drawing }: { drawing: Drawing | null }) {
  const box = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLCanvasElement>(null);
  const played = useRef<HTMLCanvasElement>(null);
  const [looks, setLooks] = useState<Look[]>([]);
  const heard = usePlayer((player) => player.heard);
  const skips = usePlayer((player) => player.skips_silence);
  const shown = useMemo(() => drawing && (skips ? withoutSilence(drawing) : drawing), [drawing, skips]);
  const theme = useTheme();
  const view = useView();

  // To read a colour takes longer than to draw a lane in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies(theme): colours are read from the page, which has changed by then
  useLayoutEffect(() => {
    const { current } = box;
    if (current && drawing) setLooks(drawing.lanes.map(({ lane }) => lookOf(lane, heard, current)));
  }, [drawing, heard, theme]);

  // Before the browser shows the frame, so that the bars of another call never appear.
  useLayoutEffect(() => {
    if (!lanes.current || !shown || looks.length !== shown.lanes.length) return;
    return atSizeOf(lanes.current, (size) => {
      draw(lanes.current, size, shown, view, looks, 'bar');
      draw(played.current, size, shown, view, looks, 'played');
    });
  }, [shown, view, looks]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(drawing): until there is one, the box has no width to be played
  useEffect(() => {
    // Frames that look the same kept a third of a core busy.
    let last_px: number | undefined;
    return onFrame((position_ms) => {
      if (!box.current || !played.current) return;
      const share = Math.min(1, Math.max(0, (position_ms - view.start_ms) / view.span_ms));
      const played_px = pixelAt(share, box.current);
      if (played_px === last_px) return;
      last_px = played_px;
      played.current.style.clipPath = `inset(0 ${100 - share * 100}% 0 0)`;
    });
  }, [view, drawing]);

  return (
    <div ref={box} className={styles.waveform} hidden={drawing === null}>
      <canvas ref={lanes} data-waveform="lanes" />
      <canvas ref={played} data-waveform="played" />
    </div>
  );
}

/** The lanes with dots where silence is skipped. */
function withoutSilence({ lanes, silences, ...rest }: Drawing): Drawing {
  return {
    ...rest,
    silences,
    lanes: lanes.map(({ lane, loudness }) => ({ lane, loudness: without(silences, loudness) })),
  };
}

function without(spans: readonly Span[], loudness: Loudness): Loudness {
  const rest = loudness.slice();
  for (const { start_ms, end_ms } of spans) rest.fill(0, (start_ms * perSecond) / 1000, (end_ms * perSecond) / 1000);
  return rest;
}

/** Draws what is in view: each lane in its share of the height. */
function draw(
  canvas: HTMLCanvasElement | null,
  size: DeviceSize,
  { lanes, gain }: Drawing,
  view: View,
  looks: readonly Look[],
  colour: 'bar' | 'played',
): void {
  const sheet = canvas && cleared(canvas, size);
  if (!sheet) return;
  const { context, width } = sheet;
  const height = sheet.height / lanes.length;
  const [first, count] = [view.start_ms, view.span_ms].map((ms) => (ms * perSecond) / 1000) as [number, number];
  for (const [at, { loudness }] of lanes.entries()) {
    const look = looks[at] as Look;
    const strip = { width, top: at * height, height };
    drawLane(context, loudness, { first, count }, strip, { gain, colour: look[colour], hollow: look.hollow });
  }
}
