import { useLayoutEffect, useRef, useState } from 'react';
import { lengthText } from '../../i18n/times';
import styles from './ruler.module.css';
import { usePlayer } from './store';

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);
/** The minimum distance of two labels, and the width of the last one. */
const [apart, labelWidth] = [75, 44];

/** Times along the axis, as many as fit. */
export function Ruler() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const duration_ms = usePlayer((player) => player.duration_ms);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.ruler} data-figures aria-hidden="true">
      {ticksOf(duration_ms, width).map((at_ms) => (
        <span key={at_ms} className={styles.tick} style={{ insetInlineStart: `${(at_ms / duration_ms) * 100}%` }}>
          {lengthText(at_ms / 1000)}
        </span>
      ))}
    </div>
  );
}

function ticksOf(duration_ms: number, width: number): number[] {
  if (duration_ms === 0 || width === 0) return [];
  const step = steps.find((candidate) => (candidate / duration_ms) * width >= apart) ?? duration_ms;
  const fitting = duration_ms * (1 - labelWidth / width);
  return Array.from({ length: Math.floor(fitting / step) + 1 }, (_, index) => index * step);
}
