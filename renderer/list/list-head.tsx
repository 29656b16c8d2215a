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
  sort?: { column: string; order: Order; onSort: (order: Order) => void };
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
          {sort?.column === id ? (
            <SortButton name={name} {...sort} />
          ) : (
            <Name
              name={name}
              quiet={quiet}
              sorted={sorted}
              only={columns.find((one) => one.id === sort?.column)?.name}
            />
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

type NameProps = Pick<HeadColumn, 'name' | 'quiet' | 'sorted'> & {
  /** The only column that the list can be sorted by. */
  only: string | undefined;
};

/** The name of a column that the list is not sorted by when it is pressed. */
function Name({ name, quiet, sorted, only }: NameProps) {
  const { t } = useTranslation();
  return (
    <span
      className={quiet ? 'visually-hidden' : sorted && styles.sorted}
      title={only === undefined ? undefined : t('list.sortedOnly', { name: only })}
    >
      {name}
      {sorted && <Arrow order={sorted} />}
    </span>
  );
}

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

function SortButton({ name, order, onSort }: { name: string } & NonNullable<HeadProps['sort']>) {
  return (
    <AriaButton className={styles.sort ?? ''} onPress={() => onSort(order === 'desc' ? 'asc' : 'desc')}>
      {name}
      <Arrow order={order} />
    </AriaButton>
  );
}
