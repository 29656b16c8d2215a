import { useTranslation } from 'react-i18next';
import { useAdvancedTexts } from './builder/use-advanced-texts';
import type { ActiveFilter, Filters } from './filters';
import { useDateText } from './use-date-text';

/** The texts of active filters. */
export function useFilterText(filters: Filters): (name: ActiveFilter) => string {
  const { t } = useTranslation();
  const dateText = useDateText();
  const texts = useAdvancedTexts(filters.advanced);
  const { search, date } = filters;
  return (name) => {
    if (name === 'search') return search;
    if (name === 'date') return `${t('filters.date')} ${date && dateText(date)}`;
    const text = texts.get(name);
    return text ? `${text.name} ${text.value}` : name;
  };
}
