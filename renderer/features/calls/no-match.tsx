import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { ListHead } from '../../list/list-head';
import { Button } from '../../ui/button';
import { type Sort, useListLook } from './columns/use-list-look';
import { useFilterText } from './filter-text';
import { activeFilters, type Filters, filtersNow, noFilters, useFilters, without } from './filters';
import styles from './no-match.module.css';
import { useCountsWithout } from './use-counts-without';

type Props = {
  /** The filters that match no call. */
  of: Filters;
  sort: Sort['now'];
  onSort: Sort['onSort'];
};

/**
 * Shown when the filters match no call: names the filter to remove, and how many calls this brings back. The head of
 * the list stays.
 */
export function NoMatch({ of: filters, sort, onSort }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { change } = useFilters();
  const filterText = useFilterText(filters);
  const box = useRef<HTMLDivElement>(null);
  const { look, head, widths } = useListLook(box, { now: sort, onSort });
  const counts = useCountsWithout(filters);
  const active = activeFilters(filters);
  const best = [...counts].sort((a, b) => b.count - a.count)[0];
  // Its text is in the title already.
  const isOnlySearch = active[0] === 'search' && active.length === 1;
  return (
    <div className={styles.list}>
      {/* biome-ignore lint/a11y/useSemanticElements: as call-list.tsx */}
      <div
        ref={box}
        role="grid"
        className={styles.head}
        style={{ '--columns': widths } as CSSProperties}
        aria-label={t('panes.list')}
      >
        <ListHead row={look.row} ends={look.ends} {...head} />
      </div>
      <div className={styles.pane} role="status">
        <h2 className={styles.title}>
          {isOnlySearch
            ? t('noMatch.search', { text: filters.search })
            : t(`noMatch.title.${active.length === 1 ? 'one' : active.length === 2 ? 'both' : 'all'}`)}
        </h2>
        {best && !isOnlySearch && (
          <p className={styles.text}>
            {t('noMatch.without', {
              filter: filterText(best.name),
              shown: format.figure(best.count),
              count: best.count,
            })}
          </p>
        )}
        <div className={styles.acts} data-page-focus>
          {best && active.length > 1 && (
            <Button onPress={() => change(without(filtersNow(), best.name))}>{t('noMatch.removeIt')}</Button>
          )}
          <Button look={active.length > 1 ? 'quiet' : 'plain'} onPress={() => change(noFilters)}>
            {active.length > 1 ? t('noMatch.clear') : t('noMatch.clearOne')}
          </Button>
        </div>
      </div>
    </div>
  );
}
