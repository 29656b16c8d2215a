import { type PointerEvent, useState } from 'react';

type Options = {
  /** The height of each row, in px. */
  rowHeight: number;
  length: number;
  onMove: (from: number, to: number) => void;
};

/**
 * Moves a row of a list by its grip. The grip has `data-grip`, the row its number in `data-row`. `line` is where the row
 * would go, in px from the first row. Keys that do the same are up to the list.
 */
export function useDragRows({ rowHeight, length, onMove }: Options) {
  const [line, setLine] = useState<number | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-grip]');
    const row = grip?.closest<HTMLElement>('[data-row]');
    if (!grip || !row || event.button !== 0) return;
    event.preventDefault();
    const from = Number(row.dataset.row);
    const start = event.clientY;
    const end = new AbortController();
    const placeAt = ({ clientY }: MouseEvent) =>
      Math.max(0, Math.min(length - 1, from + Math.round((clientY - start) / rowHeight)));
    const finish = () => {
      end.abort();
      setLine(null);
    };
    const on = { signal: end.signal };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener(
      'pointermove',
      (moved) => {
        const to = placeAt(moved);
        setLine((to > from ? to + 1 : to) * rowHeight);
      },
      on,
    );
    grip.addEventListener(
      'pointerup',
      (released) => {
        const to = placeAt(released);
        finish();
        if (to !== from) onMove(from, to);
      },
      on,
    );
    grip.addEventListener('pointercancel', finish, on);
  };
  return { line, onPointerDown };
}

/** The list with the item at one place moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
