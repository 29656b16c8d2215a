import type { Import } from '@shared/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKeys } from '../../api/cache/calls';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { useFilterText } from './filter-text';
import { activeFilters, type Filters, noFilters, useFilters } from './filters';
import styles from './hidden-calls.module.css';
import { countOf } from './listing';

/** Shows how many calls of an import are hidden by the filters of the list, with a button to show them. */
export function HiddenCalls({ task: { import_id, calls } }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { filters, change } = useFilters();
  const filterText = useFilterText(filters);
  const active = activeFilters(filters);
  const { data: hidden = 0 } = useQuery({
    queryKey: callKeys.count(filters, import_id),
    enabled: active.length > 0 && calls > 0,
    queryFn: async ({ signal }) => {
      const count = (view: string, shown: Filters) => countOf({ filters: shown }, { view, import_id, signal });
      const all = await count(`calls of import ${import_id}`, { ...filters, ...noFilters });
      return all - (await count(`calls of import ${import_id} in the list`, filters));
    },
  });
  if (active.length === 0 || hidden === 0) return null;
  const [only] = active;
  return (
    <div className={styles.note}>
      <p>
        {t('imports.hidden', {
          count: hidden,
          shown: format.figure(hidden),
          filters:
            only && active.length === 1
              ? t('imports.hiddenBy', { filter: filterText(only) })
              : t('imports.hiddenByAll'),
        })}
      </p>
      <Button onPress={() => change(noFilters)}>{t('noMatch.clearOne')}</Button>
    </div>
  );
}
