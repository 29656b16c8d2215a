import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTheme } from '../../ui/use-theme';
import { LanesPainter } from './lanes-painter';
import { usePlayer } from './store';
import type { Drawing } from './use-peaks';
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
