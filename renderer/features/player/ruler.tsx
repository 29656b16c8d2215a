import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { lengthText } from '../../i18n/times';
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
  const from = useRef<{ call_id: string | null; x: number; at_ms: number } | null>(null);
  const momentOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return momentAt(view, (event.clientX - left) / width);
  };
  /** Where the pointer went down, unless another call was loaded since. */
  const held = () => (from.current?.call_id === usePlayer.getState().call_id ? from.current : null);
  const give = () => {
    from.current = null;
    usePlayer.getState().dragLoop(null);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { status, call_id } = usePlayer.getState();
      if (event.button !== 0 || status === 'empty') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { call_id, x: event.clientX, at_ms: momentOf(event) };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = held();
      const { loop_drag, dragLoop } = usePlayer.getState();
      if (!start || (!loop_drag && Math.abs(event.clientX - start.x) < dragPx)) return;
      const at_ms = momentOf(event);
      dragLoop({ start_ms: Math.min(start.at_ms, at_ms), end_ms: Math.max(start.at_ms, at_ms) });
    },
    onPointerUp: () => {
      const { loop_drag, dropLoop, seek } = usePlayer.getState();
      const start = held();
      if (loop_drag) dropLoop();
      else if (start) seek(start.at_ms);
      from.current = null;
    },
    // Also after the pointer was let go, when there is nothing left to give up.
    onLostPointerCapture: give,
  };
}
