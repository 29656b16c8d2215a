import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useAdvancedTexts } from './builder/use-advanced-texts';
import type { FilterName, Filters } from './filters';

/** The texts of active filters. */
export function useFilterText(filters: Filters): (name: FilterName) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const texts = useAdvancedTexts(filters.advanced);
  const { search, date } = filters;
  return (name) => {
    if (name === 'search') return search;
    if (name === 'date') return `${t('filters.date')} ${date && format.range(date.from, date.to, dayIn(zone))}`;
    const text = texts.get(name);
    return text ? `${text.name} ${text.value}` : name;
  };
}
