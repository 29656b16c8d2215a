import type { Call } from '@shared/contract/calls';
import { FlexRender, type Row } from '@tanstack/react-table';
import { type MouseEvent, memo } from 'react';
import { titleWhenCut } from '../../ui/title-when-cut';
import type { features } from './columns';
import styles from './row.module.css';

export type RowEvents = { onSelect: (index: number) => void; onPlay: (call: Call) => void };

type Props = RowEvents & {
  row: Row<typeof features, Call>;
  index: number;
  top: number;
  selected: boolean;
};

/** Texts, which are cut off at their end whichever way they are written. The other columns hold numbers. */
const textColumns = new Set(['customer', 'agent', 'category']);

/** One call. A click selects, a double click or the sign at its start plays; the keys are those of the grid. */
export const CallRow = memo(({ row, index, top, selected, onSelect, onPlay }: Props) => {
  const onClick = ({ target }: MouseEvent) => {
    onSelect(index);
    if ((target as Element).closest('[data-column=direction]')) onPlay(row.original);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter on the grid do the same
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
    <div
      role="row"
      id={`row-${index}`}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ insetBlockStart: top }}
      onClick={onClick}
      onDoubleClick={() => onPlay(row.original)}
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
          {...(textColumns.has(cell.column.id) ? { dir: 'auto' } : { 'data-figures': true })}
          onPointerEnter={titleWhenCut}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
});
