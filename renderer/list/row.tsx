import { FlexRender, type Row, type RowData } from '@tanstack/react-table';
import { type MouseEvent, memo } from 'react';
import { classNames } from '../ui/class-names';
import { titleWhenCut } from '../ui/title-when-cut';
import type { Features, Look } from './look';
import styles from './row.module.css';
import { Tick } from './tick';

export type RowEvents<T> = {
  onSelect: (index: number) => void;
  onOpen: (record: T) => void;
  /** In a list whose rows can be chosen: adds or removes the row, or chooses those up to it. */
  onChoose?: (index: number, how: 'toggle' | 'extend') => void;
};

type Props<T extends RowData> = RowEvents<T> & {
  look: Look<T>;
  row: Row<Features, T>;
  index: number;
  top: number;
  /** The current row. */
  selected: boolean;
  /** In a list whose rows can be chosen. */
  chosen: boolean | undefined;
};

function DrawnRow<T extends RowData>({ look, row, index, top, selected, chosen, ...events }: Props<T>) {
  const { onSelect, onOpen, onChoose } = events;
  const onClick = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const isTick = (target as Element).closest('[data-tick]') !== null;
    if (shiftKey) onChoose?.(index, 'extend');
    else if (isTick || ctrlKey || metaKey) onChoose?.(index, 'toggle');
    onSelect(index);
    if (look.opener && (target as Element).closest(`[data-column=${look.opener}]`)) onOpen(row.original);
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
      style={{ insetBlockStart: top }}
      onClick={onClick}
      onDoubleClick={({ target }) => (target as Element).closest('[data-tick]') === null && onOpen(row.original)}
    >
      {chosen !== undefined && <Tick chosen={chosen} />}
      {row.getAllCells().map((cell, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={cell.id}
          role="gridcell"
          aria-colindex={at + (chosen === undefined ? 1 : 2)}
          className={styles.cell}
          data-column={cell.column.id}
          {...(look.texts.has(cell.column.id) ? { dir: 'auto' } : { 'data-figures': true })}
          onPointerEnter={titleWhenCut}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}

/** One record. A click selects it, a double click opens it; the grid handles the keys. */
export const ListRow = memo(DrawnRow) as typeof DrawnRow;
