import './texts';

export { resetView } from './columns/use-view';
export { DateFilter } from './date-filter';
export { type DateValue, dateOf, dateText } from './dates';
export { ReviewPage } from './review-page';
export { addressOfSearch, useCountOf, useSavedSearches } from './saved/saved-searches';
export { useOpenSearch } from './saved/use-open-search';
export { useDateText } from './use-date-text';
