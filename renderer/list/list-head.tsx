import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../ui/checkbox';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import styles from './list-head.module.css';
import row from './row.module.css';
import { type Edge, SizeEdge, type Sizing } from './size-edge';
import { type Choice, maxChosen } from './use-choice';

export type Order = 'asc' | 'desc';
/**
 * A column; a `quiet` one is named only for screen readers. One with an `edge` can be made wider and narrower there.
 * The list is always sorted by a `sorted` column, so its head is not a button.
 */
export type HeadColumn = { id: string; name: string; quiet?: boolean; edge?: Edge | undefined; sorted?: Order };

export type HeadProps = {
  /** The class that sets the widths of the columns. */
  row: string;
  /** Columns whose content is at their end. */
  ends?: ReadonlySet<string> | undefined;
  /** The columns in order. */
  columns: readonly HeadColumn[];
  /** The column and direction that the list is sorted by. */
  sort?: {
    column: string;
    order: Order;
    onSort: (column: string, order: Order) => void;
    /** The columns that it can be sorted by, and the direction of each at first. */
    starts: ReadonlyMap<string, Order>;
    /** The order that the third press on a column returns to. */
    usual: { column: string; order: Order };
  };
  sizing?: Sizing | undefined;
  /** The column in which all rows are chosen, if it is not a column of its own. */
  tick?: string | undefined;
  /** The chosen rows, in a list whose rows can be chosen, and the number of its rows. */
  choice?: OfAll['choice'] | undefined;
  total?: number;
};

/** The head of a list, which stays at the top. */
export const ListHead = ({ row: widths, ends, columns, sort, sizing, tick, choice, total = 0 }: HeadProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
  <div role="rowgroup" className={styles.head}>
    {/* biome-ignore lint/a11y/useSemanticElements: as above */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: a head row is not chosen */}
    <div role="row" className={classNames(row.row, widths, styles.row)} aria-rowindex={1} data-head>
      {choice && !tick && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as below
        <div role="columnheader" className={row.tick} aria-colindex={1}>
          <ChoiceOfAll choice={choice} total={total} />
        </div>
      )}
      {columns.map(({ id, name, quiet, edge, sorted }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: what can be pressed in it takes the focus
        <div
          key={id}
          role="columnheader"
          className={row.cell}
          data-column={id}
          data-end={ends?.has(id) || undefined}
          aria-colindex={at + (choice && !tick ? 2 : 1)}
          aria-sort={ariaSort[sort?.column === id ? sort.order : (sorted ?? 'none')]}
        >
          {sort?.starts.has(id) ? (
            <SortButton id={id} name={name} {...sort} />
          ) : (
            <Name name={name} quiet={quiet} sorted={sorted} />
          )}
          {choice && tick === id && (
            <span className={styles.tick} data-on={choice.records.length > 0 || undefined}>
              <ChoiceOfAll choice={choice} total={total} />
            </span>
          )}
          {edge && sizing && <SizeEdge id={id} edge={edge} {...sizing} />}
        </div>
      ))}
    </div>
  </div>
);

const ariaSort = { asc: 'ascending', desc: 'descending', none: undefined } as const;

type NameProps = Pick<HeadColumn, 'name' | 'quiet' | 'sorted'>;

/** The name of a column that the list is not sorted by when it is pressed. */
const Name = ({ name, quiet, sorted }: NameProps) => (
  <span className={quiet ? 'visually-hidden' : sorted && styles.sorted}>
    {name}
    {sorted && <Arrow order={sorted} />}
  </span>
);

function Arrow({ order }: { order: Order }) {
  const Sign = order === 'desc' ? ArrowDown : ArrowUp;
  return <Icon of={Sign} size={12} strokeWidth={2} />;
}

type OfAll = { choice: Pick<Choice<unknown>, 'records' | 'all' | 'clear'>; total: number };

function ChoiceOfAll({ choice: { records, all, clear }, total }: OfAll) {
  const { t } = useTranslation();
  const isAll = records.length > 0 && records.length >= Math.min(total, maxChosen);
  return (
    <Checkbox
      isSelected={isAll}
      isIndeterminate={records.length > 0 && !isAll}
      onChange={records.length > 0 ? clear : all}
      labelHidden
    >
      {t('list.chooseAll')}
    </Checkbox>
  );
}

type SortButtonProps = { id: string; name: string } & NonNullable<HeadProps['sort']>;

/** Sorts by a column in its first direction, then in the other one, then as usual. */
function SortButton({ id, name, column, order, onSort, starts, usual }: SortButtonProps) {
  const first = starts.get(id) ?? 'desc';
  const other = first === 'desc' ? 'asc' : 'desc';
  const press = () => {
    if (column !== id) onSort(id, first);
    else if (order === first) onSort(id, other);
    else onSort(usual.column, usual.order);
  };
  return (
    <AriaButton className={styles.sort ?? ''} onPress={press} data-sorted={column === id || undefined}>
      {name}
      <span className={styles.arrow}>
        <Arrow order={column === id ? order : first} />
      </span>
    </AriaButton>
  );
}
