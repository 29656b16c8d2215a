import type { RowData } from '@tanstack/react-table';
import { classNames } from '../ui/class-names';
import type { Look } from './look';
import row from './row.module.css';
import styles from './row-to-come.module.css';

type Props<T extends RowData> = { look: Look<T>; index: number; top: number; selected: boolean };

/** A placeholder for a row whose record is not loaded yet. */
export const RowToCome = <T extends RowData>({ look, index, top, selected }: Props<T>) => (
  // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
  // biome-ignore lint/a11y/useSemanticElements: as row.tsx
  <div
    role="row"
    id={`row-${index}`}
    className={classNames(row.row, styles.row, look.row)}
    aria-rowindex={index + 2}
    aria-selected={selected}
    aria-busy="true"
    style={{ insetBlockStart: top }}
  >
    {look.columns.map(({ id }, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
      // biome-ignore lint/a11y/useSemanticElements: as row.tsx
      <div key={id} role="gridcell" className={row.cell} aria-colindex={at + 1} data-column={id} />
    ))}
  </div>
);
