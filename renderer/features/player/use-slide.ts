import { type RefObject, useEffect } from 'react';
import { onFrame, pixelAt } from './frames';
import type { View } from './view';

/** Moves a layer as wide as a view to the position at every frame, without React, and hides it out of view. */
export function useSlide(layer: RefObject<HTMLElement | null>, { start_ms, span_ms }: View): void {
  useEffect(() => {
    let drawn_px: number | undefined;
    return onFrame((position_ms) => {
      const { current } = layer;
      if (!current || span_ms === 0) return;
      const share = (position_ms - start_ms) / span_ms;
      const px = pixelAt(share, current);
      if (px === drawn_px) return;
      drawn_px = px;
      current.style.setProperty('transform', `translateX(round(${Math.min(1, Math.max(0, share)) * 100}%, 1px))`);
      current.style.setProperty('visibility', share < 0 || share > 1.001 ? 'hidden' : 'visible');
    });
  }, [layer, start_ms, span_ms]);
}
