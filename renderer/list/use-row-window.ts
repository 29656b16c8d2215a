import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The heights of rows; the first is the same as `--height-row`. */
export const rowHeights = { comfortable: 36, compact: 30 } as const;
const headHeight = 30;
/** The number of rows rendered beyond the edges of the view. */
const overscan = 6;
/**
 * The maximum height of the rendered body. Chromium cannot place elements beyond 2^25 px, the height of 930,000 rows.
 * In a longer list, the body is a window of this height, which moves when the view comes near its edge.
 */
const bodyLimit = 4_000_000;

/** The range of rendered rows, and the start of the body within the whole list, in px. */
type Place = { first: number; last: number; base: number };

/** The height in px of the list that was measured last, a guess for the first rows of the next one. */
let likelyHeight = 0;

const atOnce = (run: () => void) => run();

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max));

/** A row that is open, and the height in px of its details below it. */
export type OpenRow = { row: number; height: number };

type Options = { rowHeight?: number; open?: OpenRow | null };

/** Determines the rendered rows of a list of any length, and scrolls it. All px values refer to the whole list. */
export function useRowWindow(
  ref: RefObject<HTMLElement | null>,
  length: number,
  { rowHeight = rowHeights.comfortable, open = null }: Options = {},
) {
  const { row: openRow, height: openHeight } = open ?? { row: length, height: 0 };
  const height = length * rowHeight + openHeight;
  /** The start of a row. */
  const topOf = useCallback(
    (row: number) => row * rowHeight + (row > openRow ? openHeight : 0),
    [rowHeight, openRow, openHeight],
  );
  /** The end of a row, with its details. */
  const endOf = useCallback(
    (row: number) => topOf(row) + rowHeight + (row === openRow ? openHeight : 0),
    [topOf, rowHeight, openRow, openHeight],
  );
  const bodyHeight = Math.min(height, bodyLimit);
  const [place, setPlace] = useState<Place>(() => {
    return { first: 0, last: Math.ceil(likelyHeight / rowHeight) + overscan, base: 0 };
  });
  const latest = useRef(place);
  /** The row that was last scrolled into view. */
  const shown = useRef<number>(null);
  /** What the view was last seen at. To ask the element while its rows change would lay them out at once. */
  const view = useRef({ top: 0, height: 0 });

  const top = useCallback(() => latest.current.base + view.current.top, []);

  /** Renders the rows around `wanted`, by default those in view. */
  const show = useCallback(
    (wanted: number, render: (run: () => void) => void = atOnce) => {
      const box = ref.current;
      if (!box) return;
      if (view.current.height === 0) view.current.height = box.clientHeight;
      const { top: scrolled, height: seen } = view.current;
      const at = clamp(wanted, height + headHeight - seen);
      const { base: old, ...rows } = latest.current;
      const farthest = height - bodyHeight;
      const isAbove = at >= old + seen || old === 0;
      const isBelow = at + 2 * seen <= old + bodyHeight || old === farthest;
      const base = clamp(isAbove && isBelow ? old : Math.round(at + seen / 2 - bodyHeight / 2), farthest);
      const first = Math.max(0, Math.floor(Math.max(0, at - openHeight) / rowHeight) - overscan);
      const last = Math.ceil((at + seen) / rowHeight) + overscan;
      if (first !== rows.first || last !== rows.last || base !== old) {
        latest.current = { first, last, base };
        render(() => setPlace(latest.current));
      }
      if (Math.abs(scrolled - (at - base)) < 1) return;
      box.scrollTop = at - base;
      view.current.top = box.scrollTop;
    },
    [ref, height, bodyHeight, rowHeight, openHeight],
  );

  /** Scrolls by the minimum that shows the whole row. */
  const showRow = useCallback(
    (index: number) => {
      shown.current = index;
      const room = view.current.height - headHeight;
      const [start, end] = [topOf(index), endOf(index)];
      if (start < top()) show(start);
      else if (end > top() + room) show(Math.min(start, end - room));
    },
    [top, show, topOf, endOf],
  );

  useLayoutEffect(() => show(top()), [show, top]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    // Synchronously, so that the rows exist before the frame that shows them.
    const follow = () => {
      view.current.top = box.scrollTop;
      show(top(), flushSync);
    };
    // If the view shrinks, the row stays visible, unless it was not before.
    const resize = () => {
      const row = shown.current;
      const wasSeen = row !== null && topOf(row) >= top() && endOf(row) <= top() + view.current.height - headHeight;
      view.current.height = box.clientHeight;
      likelyHeight = box.clientHeight;
      follow();
      if (wasSeen) showRow(row);
    };
    const watch = new ResizeObserver(resize);
    watch.observe(box);
    box.addEventListener('scroll', follow, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', follow);
    };
  }, [ref, show, top, showRow, topOf, endOf]);

  return {
    rowHeight,
    first: place.first,
    last: Math.min(place.last, length - 1),
    base: place.base,
    bodyHeight,
    topOf,
    /** The whole list, for its scroll bar. */
    track: useMemo(
      () => ({ length: height + headHeight, top, scrollTo: (wanted: number) => show(wanted, flushSync) }),
      [height, top, show],
    ),
    top,
    scrollTo: show,
    showRow,
    /** The number of rows that Page Up and Page Down move by. */
    pageRows: () => Math.max(1, Math.floor(view.current.height / rowHeight) - 2),
  };
}

export type RowWindow = ReturnType<typeof useRowWindow>;
