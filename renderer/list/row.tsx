import { memo, type MouseEvent as ReactMouseEvent } from 'react';
import { classNames } from '../ui/class-names';
import { titleWhenCut } from '../ui/title-when-cut';
import type { Look } from './look';
import styles from './row.module.css';
import { Tick, TickBox } from './tick';

export type RowEvents<T> = {
  onSelect: (index: number) => void;
  onOpen: (record: T, index: number) => void;
  /** A click opens the record. Otherwise it selects the row, and a double click opens it. */
  opensByClick?: boolean;
  /** In a list whose rows can be chosen: adds or removes the row, or chooses those up to it. */
  onChoose?: (index: number, how: 'toggle' | 'extend') => void;
};

type Props<T> = RowEvents<T> & {
  look: Look<T>;
  record: T;
  index: number;
  top: number;
  /** The current row. */
  selected: boolean;
  /** In a list whose rows can be chosen. */
  chosen: boolean | undefined;
  /** Whether the details are shown, in a list whose rows can be opened. */
  isOpen: boolean | undefined;
};

function DrawnRow<T>({ look, record, index, top, selected, chosen, isOpen, ...events }: Props<T>) {
  const { onSelect, onOpen, onChoose, opensByClick = false } = events;
  const isChoosing = chosen !== undefined;
  const hasTick = isChoosing && look.tick === undefined;
  const onClick = ({ target, shiftKey, ctrlKey, metaKey, clientX, clientY }: ReactMouseEvent) => {
    const isTick = (target as Element).closest('[data-tick]') !== null;
    if (shiftKey) onChoose?.(index, 'extend');
    else if (isTick || ctrlKey || metaKey) onChoose?.(index, 'toggle');
    onSelect(index);
    const isGrip = (target as Element).closest('[data-grip]') !== null;
    if (isTick || isGrip || shiftKey || ctrlKey || metaKey) return;
    if (!opensByClick && !(look.opener && (target as Element).closest(`[data-column=${look.opener}]`))) return;
    if (opensByClick) ignoreSecondClick(clientX, clientY);
    onOpen(record, index);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter on the grid do the same
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
    <div
      role="row"
      id={`row-${index}`}
      data-row={index}
      className={classNames(styles.row, look.row)}
      aria-rowindex={index + 2}
      aria-selected={chosen ?? selected}
      data-current={selected || undefined}
      aria-expanded={isOpen}
      style={{ insetBlockStart: top }}
      onClick={onClick}
      onDoubleClick={({ target }) =>
        !opensByClick && (target as Element).closest('[data-tick]') === null && onOpen(record, index)
      }
    >
      {hasTick && <Tick chosen={chosen} />}
      {look.columns.map(({ id, cell }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={id}
          role="gridcell"
          aria-colindex={at + (hasTick ? 2 : 1)}
          className={styles.cell}
          data-column={id}
          data-end={look.ends?.has(id) || undefined}
          {...(look.texts.has(id) ? { dir: 'auto' } : { 'data-figures': true })}
          onPointerEnter={titleWhenCut}
        >
          {isChoosing && look.tick === id ? <TickBox chosen={chosen} /> : cell(record)}
        </div>
      ))}
    </div>
  );
}

const doubleClickMs = 500;
const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

/** Those used to a double click have opened the record with the first one. The second presses nothing on its page. */
function ignoreSecondClick(x: number, y: number): void {
  const end = new AbortController();
  const ignore = (event: MouseEvent) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > 4) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const press of presses) window.addEventListener(press, ignore, { capture: true, signal: end.signal });
  // A click after a key is another one.
  window.addEventListener('keydown', () => end.abort(), { capture: true, signal: end.signal });
  setTimeout(() => end.abort(), doubleClickMs);
}

/** One record. A click selects it, and opens it or leaves that to a double click; the grid handles the keys. */
export const ListRow = memo(DrawnRow) as typeof DrawnRow;
