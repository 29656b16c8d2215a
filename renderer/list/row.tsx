import { FlexRender, type Row, type RowData } from '@tanstack/react-table';
import { type MouseEvent, memo } from 'react';
import { classNames } from '../ui/class-names';
import { titleWhenCut } from '../ui/title-when-cut';
import type { Features, Look } from './look';
import styles from './row.module.css';

export type RowEvents<T> = { onSelect: (index: number) => void; onOpen: (record: T) => void };

type Props<T extends RowData> = RowEvents<T> & {
  look: Look<T>;
  row: Row<Features, T>;
  index: number;
  top: number;
  selected: boolean;
};

function DrawnRow<T extends RowData>({ look, row, index, top, selected, onSelect, onOpen }: Props<T>) {
  const onClick = ({ target }: MouseEvent) => {
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
      className={classNames(styles.row, look.row)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ insetBlockStart: top }}
      onClick={onClick}
      onDoubleClick={() => onOpen(row.original)}
    >
      {row.getAllCells().map((cell, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={cell.id}
          role="gridcell"
          aria-colindex={at + 1}
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
