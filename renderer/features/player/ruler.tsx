import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { lengthText } from '../../i18n/times';
import { shortestLoopMs } from './loop-edges';
import styles from './ruler.module.css';
import { usePlayer } from './store';
import { momentAt, momentIn, type View } from './view';
import { useView } from './zoom';

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((seconds) => seconds * 1000);
/** The minimum distance of two labels, and the width of the last one. */
const [apart, labelWidth] = [75, 44];
/** A pointer that moves less is a click. */
const dragPx = 4;

/** Times along the axis, as many as fit. A click seeks; dragging chooses the region that is repeated. */
export function Ruler() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const view = useView();
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.ruler} data-figures aria-hidden="true" data-ruler {...useDragLoop(view)}>
      {ticksOf(view, width).map((at_ms) => (
        <span
          key={at_ms}
          className={styles.tick}
          data-first={at_ms === view.start_ms || undefined}
          style={momentIn(view, at_ms) ?? {}}
        >
          {lengthText(at_ms / 1000)}
        </span>
      ))}
    </div>
  );
}

function ticksOf({ start_ms, span_ms }: View, width: number): number[] {
  if (span_ms === 0 || width === 0) return [];
  const step = steps.find((candidate) => (candidate / span_ms) * width >= apart) ?? span_ms;
  const first = Math.ceil(start_ms / step);
  const last = Math.floor((start_ms + span_ms * (1 - labelWidth / width)) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** Chooses a loop by dragging; a click seeks. The keys for it are those of the command and of the edges. */
function useDragLoop(view: View) {
  const from = useRef<{ x: number; at_ms: number } | null>(null);
  const momentOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return momentAt(view, (event.clientX - left) / width);
  };
  const isDrag = (event: PointerEvent) => from.current !== null && Math.abs(event.clientX - from.current.x) >= dragPx;
  const spanTo = (event: PointerEvent<HTMLElement>) => {
    const [one, other] = [from.current?.at_ms ?? 0, momentOf(event)];
    const start_ms = Math.min(one, other);
    return { start_ms, end_ms: Math.max(one, other, start_ms + shortestLoopMs) };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || usePlayer.getState().status === 'empty') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, at_ms: momentOf(event) };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isDrag(event)) usePlayer.setState({ loop: spanTo(event), loop_from: null });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { seek, setLoop } = usePlayer.getState();
      if (isDrag(event)) setLoop(spanTo(event));
      else if (from.current) seek(from.current.at_ms);
      from.current = null;
    },
    onPointerCancel: () => {
      if (from.current) usePlayer.getState().setLoop(null);
      from.current = null;
    },
  };
}
