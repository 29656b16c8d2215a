import type { Span } from './peaks';

/** A shorter loop would be a noise. */
export const shortestLoopMs = 200;

/** A region as it can be repeated: within the call, and not shorter than that. */
export function loopWithin({ start_ms, end_ms }: Span, duration_ms: number): Span {
  const start = Math.max(0, Math.min(start_ms, duration_ms - shortestLoopMs));
  return { start_ms: start, end_ms: Math.min(duration_ms, Math.max(end_ms, start + shortestLoopMs)) };
}

export type Edge = keyof Span;

/** A loop after one of its edges was moved, which stays within the call and clear of the other edge. */
export const edgeMoved = ({ start_ms, end_ms }: Span, edge: Edge, at_ms: number, duration_ms: number): Span =>
  edge === 'start_ms'
    ? { start_ms: Math.max(0, Math.min(at_ms, end_ms - shortestLoopMs)), end_ms }
    : { start_ms, end_ms: Math.min(duration_ms, Math.max(at_ms, start_ms + shortestLoopMs)) };

/** A loop after the edge that is nearer to the position was moved. */
export function nearerEdgeMoved(loop: Span, position_ms: number, by_ms: number, duration_ms: number): Span {
  const isStart = Math.abs(position_ms - loop.start_ms) <= Math.abs(position_ms - loop.end_ms);
  const edge: Edge = isStart ? 'start_ms' : 'end_ms';
  return edgeMoved(loop, edge, loop[edge] + by_ms, duration_ms);
}
