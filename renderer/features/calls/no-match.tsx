import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { activeFilters, type FilterName, useFilters, without } from './filters';
import styles from './no-match.module.css';
import { countedUpTo, useCountsWithout } from './use-calls';

/** A filter too many: names the one to take away and what comes back. */
export function NoMatch() {
  const { t } = useTranslation();
  const format = useFormat();
  const { filters, change } = useFilters();
  const counts = useCountsWithout(filters);
  const active = activeFilters(filters);
  const best = [...counts].sort((a, b) => (b.total ?? Infinity) - (a.total ?? Infinity))[0];
  const all = { search: '', date: null, direction: null };

  const directions = { 0: 'unknown', 1: 'outbound', 2: 'inbound' } as const;
  const said = (name: FilterName) =>
    ({
      search: () => filters.search,
      date: () => `${t('filters.date')} ${filters.date && format.range(filters.date.from, filters.date.to)}`,
      direction: () =>
        `${t('filters.direction')} ${filters.direction && t(`codes.direction.${directions[filters.direction]}`)}`,
    })[name]();

  return (
    <div className={styles.pane} role="status">
      <h2 className={styles.title}>
        {active[0] === 'search' && active.length === 1
          ? t('noMatch.search', { text: filters.search })
          : t('noMatch.title', { count: active.length })}
      </h2>
      {best && (
        <p className={styles.text}>
          {best.total === null
            ? t('noMatch.withoutMore', {
                filter: said(best.name),
                shown: format.figure(countedUpTo),
                count: countedUpTo,
              })
            : t('noMatch.without', { filter: said(best.name), shown: format.figure(best.total), count: best.total })}
        </p>
      )}
      <div className={styles.acts}>
        {best && active.length > 1 && (
          <Button onPress={() => change(without(filters, best.name))}>{t('noMatch.removeIt')}</Button>
        )}
        <Button look={active.length > 1 ? 'quiet' : 'plain'} onPress={() => change(all)}>
          {active.length > 1 ? t('noMatch.clear') : t('noMatch.clearOne')}
        </Button>
      </div>
    </div>
  );
}
