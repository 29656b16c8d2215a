import { classNames } from '../../ui/class-names';
import { columns } from './columns';
import row from './row.module.css';
import styles from './row-to-come.module.css';

type Props = { index: number; top: number; selected: boolean };

/** The outline of a row whose call is not loaded yet. */
export const RowToCome = ({ index, top, selected }: Props) => (
  // biome-ignore lint/a11y/useFocusableInteractive: as call-row.tsx
  // biome-ignore lint/a11y/useSemanticElements: as call-row.tsx
  <div
    role="row"
    id={`row-${index}`}
    className={classNames(row.row, styles.row)}
    aria-rowindex={index + 2}
    aria-selected={selected}
    aria-busy="true"
    style={{ insetBlockStart: top }}
  >
    {columns.map(({ id }, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: as call-row.tsx
      // biome-ignore lint/a11y/useSemanticElements: as call-row.tsx
      <div key={id} role="gridcell" className={row.cell} aria-colindex={at + 1} data-column={id} />
    ))}
  </div>
);
