import type { PointerEvent } from 'react';
import styles from './size-edge.module.css';

/** The edge of a column that moves with its width: a column to the right of the one that takes the rest has it left. */
export type Edge = 'start' | 'end';

export type Sizing = {
  /** Called while the edge is dragged, and with `isDone` when it is released. */
  onSize: (id: string, width: number, isDone: boolean) => void;
  /** Makes the column as wide as what it shows. */
  onFit: (id: string) => void;
};

/** The edge of a column, which the pointer drags. The keys that do the same are in the menu of the columns. */
export function SizeEdge({ id, edge, onSize, onFit }: Sizing & { id: string; edge: Edge }) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const cell = handle.parentElement;
    if (!cell || event.button !== 0) return;
    event.preventDefault();
    const [start, width] = [event.clientX, cell.offsetWidth];
    const sign = (edge === 'end') === (getComputedStyle(cell).direction === 'ltr') ? 1 : -1;
    const end = new AbortController();
    let latest = width;
    const move = ({ clientX }: MouseEvent) => {
      latest = width + sign * (clientX - start);
      onSize(id, latest, false);
    };
    const finish = () => {
      end.abort();
      // A press that does not move the edge may be the first of a double click.
      if (latest !== width) onSize(id, latest, true);
    };
    const on = { signal: end.signal };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move, on);
    handle.addEventListener('lostpointercapture', finish, on);
  };
  return (
    <span
      className={styles.edge}
      data-edge={edge}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onDoubleClick={() => onFit(id)}
    />
  );
}

/** The width that shows the whole content of a column in the rendered rows, in px. */
export function fittingWidth(grid: Element, id: string): number {
  const range = document.createRange();
  const widths = [...grid.querySelectorAll<HTMLElement>(`[data-column="${id}"]`)].map((cell) => {
    // In the head, an edge follows the name.
    if (cell.role === 'columnheader' && cell.firstElementChild) range.selectNode(cell.firstElementChild);
    else range.selectNodeContents(cell);
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
    return (
      range.getBoundingClientRect().width + Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
    );
  });
  return Math.ceil(Math.max(0, ...widths));
}
