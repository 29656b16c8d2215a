import { useEffect, useRef } from 'react';
import { onFrame, pixelAt } from './frames';
import styles from './playhead.module.css';
import { usePlayer } from './store';

/** The line at the current position, with its drop. Moves by frame, without React. */
export function Playhead() {
  const layer = useRef<HTMLDivElement>(null);
  const duration_ms = usePlayer((player) => player.duration_ms);
  useEffect(() => {
    let drawn_px: number | undefined;
    return onFrame((position_ms) => {
      if (!layer.current) return;
      const share = duration_ms > 0 ? Math.min(1, position_ms / duration_ms) : 0;
      const px = pixelAt(share, layer.current);
      if (px === drawn_px) return;
      drawn_px = px;
      layer.current.style.setProperty('transform', `translateX(round(${share * 100}%, 1px))`);
    });
  }, [duration_ms]);
  if (duration_ms === 0) return null;
  return (
    <div ref={layer} className={styles.layer} aria-hidden="true" data-playhead>
      <div className={styles.drop} />
      <div className={styles.line} />
    </div>
  );
}
