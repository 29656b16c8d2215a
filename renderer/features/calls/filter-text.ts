import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useCodeText } from '../call';
import type { FilterName, Filters } from './filters';

/** The text of an active filter. */
export function useFilterText(): (filters: Filters, name: FilterName) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const code = useCodeText();
  return ({ search, date, direction }, name) =>
    ({
      search: () => search,
      date: () => `${t('filters.date')} ${date && format.range(date.from, date.to, dayIn(zone))}`,
      direction: () => `${t('filters.direction')} ${code('protocol_call_direction', Number(direction))}`,
    })[name]();
}
