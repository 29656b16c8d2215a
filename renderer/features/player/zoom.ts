import { useMemo } from 'react';
import { create } from 'zustand';
import { onFrame, shownPosition } from './frames';
import { usePlayer } from './store';
import { following, isInView, movedTo, type View, zoomedAt } from './view';

type Zoom = {
  /** The part of the call in the lanes; null while they show the whole call. */
  view: View | null;
  /** The user has scrolled, so the view does not follow the playhead until the next seek. */
  isScrolled: boolean;
};

const whole: Zoom = { view: null, isScrolled: false };
export const useZoom = create<Zoom>()(() => whole);

const duration = () => usePlayer.getState().duration_ms;
/** The part of the call that the lanes show now. */
export const viewNow = (): View => useZoom.getState().view ?? { start_ms: 0, span_ms: duration() };

/** The part of the call that the lanes show. */
export function useView(): View {
  const view = useZoom((zoom) => zoom.view);
  const duration_ms = usePlayer((player) => player.duration_ms);
  return useMemo(() => view ?? { start_ms: 0, span_ms: duration_ms }, [view, duration_ms]);
}

/** A notch of the wheel, or a press of a key or button. */
export const zoomStep = 1.25;

/** Zooms in, or out below 1, at a moment: at the playhead when none is given, or at the middle if that is out of view. */
export function zoomBy(factor: number, moment_ms?: number): void {
  if (duration() === 0) return;
  const view = viewNow();
  const position_ms = shownPosition();
  const centre = isInView(view, position_ms) ? position_ms : view.start_ms + view.span_ms / 2;
  const next = zoomedAt(view, factor, moment_ms ?? centre, duration());
  useZoom.setState(next ? { view: next } : whole);
}

/** Scrolls a zoomed view to a start, after which it no longer follows the playhead. */
export function scrollTo(start_ms: number): void {
  const { view } = useZoom.getState();
  if (view) useZoom.setState({ view: movedTo(view, start_ms, duration()), isScrolled: true });
}

/** Scrolls by a share of what is in view. */
export function scrollBy(share: number): void {
  const { start_ms, span_ms } = viewNow();
  scrollTo(start_ms + share * span_ms);
}

export const showWholeCall = (): void => useZoom.setState(whole);

/** Follows the playhead again. */
export function showPlayhead(): void {
  useZoom.setState({ isScrolled: false });
  follow(shownPosition());
}

function follow(position_ms: number): void {
  const { view, isScrolled } = useZoom.getState();
  if (!view || isScrolled) return;
  const next = following(view, position_ms, duration());
  if (next !== view) useZoom.setState({ view: next });
}

onFrame(follow);
usePlayer.subscribe((now, before) => {
  if (now.call_id !== before.call_id) showWholeCall();
  else if (now.seeks !== before.seeks) showPlayhead();
});
