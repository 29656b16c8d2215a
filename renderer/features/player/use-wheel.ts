import { type RefObject, useEffect } from 'react';
import { momentAt } from './view';
import { scrollBy, useView, zoomBy, zoomStep } from './zoom';

/** The movement of a wheel by one notch, in px. */
const notch_px = 100;

/** Ctrl and the wheel zoom at the pointer; the wheel alone scrolls what is zoomed. */
export function useWheel(axis: RefObject<HTMLElement | null>): void {
  const view = useView();
  useEffect(() => {
    const { current } = axis;
    if (!current) return;
    const onWheel = (event: WheelEvent) => {
      const { left, width } = current.getBoundingClientRect();
      event.preventDefault();
      const share = (event.clientX - left) / width;
      if (event.ctrlKey || event.metaKey) zoomBy(zoomStep ** (-event.deltaY / notch_px), momentAt(view, share));
      else scrollBy((event.deltaX || event.deltaY) / width);
    };
    // React listens passively, which cannot keep the page from scrolling.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [axis, view]);
}
