import type { Call } from '@shared/contract/calls';
import { FlexRender, type Row } from '@tanstack/react-table';
import type { MouseEvent } from 'react';
import { titleWhenCut } from '../../ui/title-when-cut';
import type { features } from './columns';
import styles from './row.module.css';

type Props = {
  row: Row<typeof features, Call>;
  index: number;
  top: number;
  selected: boolean;
  onSelect: () => void;
  onPlay: () => void;
};

/** One call. A click selects, a double click or the sign at its start plays; the keys are those of the grid. */
export function CallRow({ row, index, top, selected, onSelect, onPlay }: Props) {
  const onClick = ({ target }: MouseEvent) => {
    onSelect();
    if ((target as Element).closest('[data-column=direction]')) onPlay();
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and Enter on the grid do the same
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
    <div
      role="row"
      id={`call-${row.id}`}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ insetBlockStart: top }}
      onClick={onClick}
      onDoubleClick={onPlay}
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
          onPointerEnter={titleWhenCut}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}
