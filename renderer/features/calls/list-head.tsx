import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names';
import { columns } from './columns';
import styles from './list-head.module.css';
import row from './row.module.css';

type Props = { sort: 'asc' | 'desc'; onSort: (sort: 'asc' | 'desc') => void };
type ColumnId = 'direction' | 'started' | 'customer' | 'number' | 'agent' | 'category' | 'length';

/** The head of the list, which stays at its top. The list is ordered by Started, one way or the other. */
export function ListHead({ sort, onSort }: Props) {
  const { t } = useTranslation();
  const Arrow = sort === 'desc' ? ArrowDown : ArrowUp;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a head row is not chosen */}
      <div role="row" className={classNames(row.row, styles.row)} aria-rowindex={1} data-head>
        {columns.map((column, at) => {
          const id = column.id as ColumnId;
          const sorts = id === 'started';
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: what can be pressed in it takes the focus
            <div
              key={id}
              role="columnheader"
              className={row.cell}
              data-column={id}
              aria-colindex={at + 1}
              aria-sort={sorts ? (sort === 'desc' ? 'descending' : 'ascending') : undefined}
            >
              {sorts ? (
                <AriaButton className={styles.sort ?? ''} onPress={() => onSort(sort === 'desc' ? 'asc' : 'desc')}>
                  {t('calls.column.started')}
                  <Arrow size={12} strokeWidth={2} aria-hidden="true" />
                </AriaButton>
              ) : (
                <span className={id === 'direction' ? 'visually-hidden' : undefined}>{t(`calls.column.${id}`)}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
