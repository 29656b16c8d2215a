import './texts';

export { ReviewPage } from './review-page';
export { addressOfSearch, useCountOf, useOpenSearch, useSavedSearches } from './saved/saved-searches';
