import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from '../ui/class-names';
import styles from './head.module.css';
import row from './row.module.css';

export type Order = 'asc' | 'desc';
export type HeadProps = {
  /** The class that sets the widths of the columns. */
  row: string;
  /** The columns in order. A `quiet` column is named only for screen readers. */
  columns: readonly { id: string; name: string; quiet?: boolean }[];
  /** The column and direction that the list is sorted by. */
  sort?: { column: string; order: Order; onSort: (order: Order) => void };
};

/** The head of a list, which stays at the top. */
export const ListHead = ({ row: widths, columns, sort }: HeadProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
  <div role="rowgroup" className={styles.head}>
    {/* biome-ignore lint/a11y/useSemanticElements: as above */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: a head row is not chosen */}
    <div role="row" className={classNames(row.row, widths, styles.row)} aria-rowindex={1} data-head>
      {columns.map(({ id, name, quiet }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: what can be pressed in it takes the focus
        <div
          key={id}
          role="columnheader"
          className={row.cell}
          data-column={id}
          aria-colindex={at + 1}
          aria-sort={sort?.column === id ? (sort.order === 'desc' ? 'descending' : 'ascending') : undefined}
        >
          {sort?.column === id ? (
            <SortButton name={name} {...sort} />
          ) : (
            <span className={quiet ? 'visually-hidden' : undefined}>{name}</span>
          )}
        </div>
      ))}
    </div>
  </div>
);

function SortButton({ name, order, onSort }: { name: string } & NonNullable<HeadProps['sort']>) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp;
  return (
    <AriaButton className={styles.sort ?? ''} onPress={() => onSort(order === 'desc' ? 'asc' : 'desc')}>
      {name}
      <Arrow size={12} strokeWidth={2} aria-hidden="true" />
    </AriaButton>
  );
}
