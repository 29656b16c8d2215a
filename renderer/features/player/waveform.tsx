import { useEffect, useMemo, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { onFrame } from './frames';
import { drawLane, lookOf, useTheme } from './look';
import { type Loudness, perSecond, type Span } from './peaks';
import { usePlayer } from './store';
import type { Drawing } from './use-peaks';
import styles from './waveform.module.css';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** A lane with what is skipped faded to dots. */
function without(spans: readonly Span[], loudness: Loudness): Loudness {
  const rest = loudness.slice();
  for (const { start_ms, end_ms } of spans) rest.fill(0, (start_ms * perSecond) / 1000, (end_ms * perSecond) / 1000);
  return rest;
}

/**
 * The lanes of a call, drawn by wavesurfer from stored peaks. It is told the position and knows no sound: two legs have
 * no element in common, and given one it may load the address of the call before.
 */
export function Waveform({ drawing }: { drawing: Drawing }) {
  const box = useRef<HTMLDivElement>(null);
  const [surfer, setSurfer] = useState<WaveSurfer | null>(null);
  const heard = usePlayer((player) => player.heard);
  const skips = usePlayer((player) => player.skips_silence);
  const theme = useTheme();
  const peaks = useMemo(
    () => drawing.lanes.map(({ loudness }) => (skips ? without(drawing.silences, loudness) : loudness)),
    [drawing, skips],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies(theme): colours are read from the page, which has changed by then
  const lanes = useMemo(
    () => (near: HTMLElement, height: number) =>
      drawing.lanes.map(({ lane }) => {
        const look = lookOf(lane, heard, near);
        return {
          height,
          waveColor: look.bar,
          progressColor: look.played,
          renderFunction: ([loudness]: ArrayLike<number>[], context: CanvasRenderingContext2D) =>
            drawLane(loudness ?? [], context, drawing.gain, look.hollow),
        };
      }),
    [drawing, heard, theme],
  );
  const latest = useRef(lanes);
  latest.current = lanes;

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const height = () => container.clientHeight / peaks.length;
    const made = WaveSurfer.create({
      container,
      peaks,
      duration: drawing.duration_ms / 1000,
      splitChannels: latest.current(container, height()),
      cursorWidth: 0,
      interact: false,
      hideScrollbar: true,
      cspNonce: nonce(),
    });
    setSurfer(made);
    const end = onFrame((position_ms) => made.setTime(position_ms / 1000));
    const observer = new ResizeObserver(() => made.setOptions({ splitChannels: latest.current(container, height()) }));
    observer.observe(container);
    return () => {
      observer.disconnect();
      end();
      made.destroy();
    };
  }, [peaks, drawing]);

  useEffect(() => {
    const container = box.current;
    if (surfer && container)
      surfer.setOptions({ splitChannels: lanes(container, container.clientHeight / peaks.length) });
  }, [surfer, lanes, peaks]);

  return <div ref={box} className={styles.waveform} />;
}
