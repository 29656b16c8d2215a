import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKeys } from '../../api/cache/calls';
import { useFormat } from '../../i18n/use-format';
import { activeFilters, type Filters } from './filters';
import { countOf } from './listing';

/** How many calls match the filters, in words; empty until they are counted. */
export function useMatching(filters: Filters): string {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: callKeys.count(filters),
    enabled: activeFilters(filters).length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => countOf({ filters }, { view: 'calls matching', signal }),
  });
  return data === undefined ? '' : t('filters.matching', { count: data, shown: format.figure(data) });
}
