import { classNames } from '../ui/class-names';
import type { Look } from './look';
import row from './row.module.css';
import styles from './row-to-come.module.css';
import { Tick } from './tick';

type Props<T> = {
  look: Look<T>;
  index: number;
  top: number;
  selected: boolean;
  chosen: boolean | undefined;
};

/** A placeholder for a row whose record is not loaded yet. */
export const RowToCome = <T,>({ look, index, top, selected, chosen }: Props<T>) => (
  // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
  // biome-ignore lint/a11y/useSemanticElements: as row.tsx
  <div
    role="row"
    id={`row-${index}`}
    className={classNames(row.row, styles.row, look.row)}
    aria-rowindex={index + 2}
    aria-selected={chosen ?? selected}
    data-current={selected || undefined}
    aria-busy="true"
    style={{ insetBlockStart: top }}
  >
    {chosen !== undefined && !look.tick && <Tick chosen={chosen} />}
    {look.columns.map(({ id }, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
      // biome-ignore lint/a11y/useSemanticElements: as row.tsx
      <div
        key={id}
        role="gridcell"
        className={row.cell}
        aria-colindex={at + (chosen === undefined || look.tick ? 1 : 2)}
        data-column={id}
      />
    ))}
  </div>
);
