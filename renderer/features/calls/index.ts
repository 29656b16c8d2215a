import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { FilterField } from './builder/filter-field';
export { useAdvancedTexts } from './builder/use-advanced-texts';
export { useRestoring } from './bulk/use-restoring';
export { resetView } from './columns/use-view';
export { DateFilter } from './date-filter';
export { type DateValue, dateOf, dateText } from './dates';
export { type Advanced, advancedIn, parameterOf, paramsOf } from './filters';
export { saveSearch } from './list-state';
export { ReviewPage } from './review-page';
export { addressOfSearch, searchesOptions, useCountOf, useSavedSearches } from './saved/saved-searches';
export { useOpenSearch } from './saved/use-open-search';
export { useSearchText } from './saved/use-search-text';
export { useCallsThisWeek } from './use-count';
export { useDateText } from './use-date-text';
