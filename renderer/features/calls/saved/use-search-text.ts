import { useTranslation } from 'react-i18next';
import { useFilterText } from '../filter-text';
import { activeFilters } from '../filters';
import { filtersIn } from './query';

/** The filters of a stored search in words; empty for all calls. */
export function useSearchText(query: string): string[] {
  const { t } = useTranslation();
  const filters = filtersIn(query);
  const filterText = useFilterText(filters);
  return activeFilters(filters).map((name) =>
    name === 'search' ? t('filters.withText', { text: filterText(name) }) : filterText(name),
  );
}
