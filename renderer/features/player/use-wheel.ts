import { type RefObject, useEffect } from 'react';
import { momentAt } from './view';
import { scrollBy, viewNow, zoomBy, zoomStep } from './zoom';

/** The movement of a wheel by one notch, in px. */
const notch_px = 100;

/** Ctrl and the wheel zoom at the pointer; the wheel alone scrolls what is zoomed. Both once in a frame. */
export function useWheel(axis: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = axis;
    if (!current) return;
    // A wheel turns faster than a long call can be drawn.
    let turned = { zoom_px: 0, scroll: 0, share: 0 };
    let frame = 0;
    const move = () => {
      const { zoom_px, scroll, share } = turned;
      turned = { zoom_px: 0, scroll: 0, share: 0 };
      frame = 0;
      if (zoom_px !== 0) zoomBy(zoomStep ** (-zoom_px / notch_px), momentAt(viewNow(), share));
      if (scroll !== 0) scrollBy(scroll);
    };
    const onWheel = (event: WheelEvent) => {
      const { left, width } = current.getBoundingClientRect();
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        turned.zoom_px += event.deltaY;
        turned.share = (event.clientX - left) / width;
      } else turned.scroll += (event.deltaX || event.deltaY) / width;
      if (frame === 0) frame = requestAnimationFrame(move);
    };
    // React listens passively, which cannot keep the page from scrolling.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      current.removeEventListener('wheel', onWheel);
    };
  }, [axis]);
}
