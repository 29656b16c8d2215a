/** The part of a call that the lanes show. */
export type View = { start_ms: number; span_ms: number };
/** A place along the axis, as style of an element. */
export type InlinePlace = { insetInlineStart: string };
export type SpanPlace = InlinePlace & { inlineSize: string };

/** The stored peaks have a value for each 20 ms, so a shorter part would show nothing more. */
export const shortest_ms = 2_000;

const within = ({ start_ms, span_ms }: View, duration_ms: number): View => ({
  start_ms: Math.min(duration_ms - span_ms, Math.max(0, start_ms)),
  span_ms,
});

/** The view after zooming by a factor at a moment, which keeps its place; null for the whole call. */
export function zoomedAt(view: View, factor: number, at_ms: number, duration_ms: number): View | null {
  const span_ms = Math.max(Math.min(shortest_ms, duration_ms), view.span_ms / factor);
  if (span_ms > duration_ms * 0.99) return null;
  const share = (at_ms - view.start_ms) / view.span_ms;
  return within({ start_ms: at_ms - share * span_ms, span_ms }, duration_ms);
}

/** The view at another start. */
export const movedTo = (view: View, start_ms: number, duration_ms: number): View =>
  within({ start_ms, span_ms: view.span_ms }, duration_ms);

export const isInView = ({ start_ms, span_ms }: View, at_ms: number): boolean =>
  at_ms >= start_ms && at_ms <= start_ms + span_ms;

/** The next page of a view that follows the position: the same view while the position is in it. */
export const following = (view: View, position_ms: number, duration_ms: number): View =>
  isInView(view, position_ms) ? view : movedTo(view, position_ms - 0.05 * view.span_ms, duration_ms);

const percent = (ms: number, { start_ms, span_ms }: View) => `${((ms - start_ms) / span_ms) * 100}%`;

/** Where a moment is; null out of view. */
export const momentIn = (view: View, at_ms: number): InlinePlace | null =>
  view.span_ms > 0 && isInView(view, at_ms) ? { insetInlineStart: percent(at_ms, view) } : null;

/** Where a span is, as far as it is in view; null out of view. */
export function spanIn(view: View, from_ms: number, to_ms: number): SpanPlace | null {
  const [start, end] = [Math.max(from_ms, view.start_ms), Math.min(to_ms, view.start_ms + view.span_ms)];
  if (view.span_ms <= 0 || end <= start) return null;
  return { insetInlineStart: percent(start, view), inlineSize: `${((end - start) / view.span_ms) * 100}%` };
}

/** The moment at a share of the axis. */
export const momentAt = ({ start_ms, span_ms }: View, share: number): number =>
  start_ms + Math.min(1, Math.max(0, share)) * span_ms;
