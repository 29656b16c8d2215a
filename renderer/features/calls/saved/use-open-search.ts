import type { SavedSearch } from '@shared/contract/saved-searches';
import { useSignedIn } from '../../../core/session';
import { useView } from '../columns/use-view';
import { useFilters } from '../filters';
import { filtersIn, queryOf } from './query';
import { useNamedSearch } from './saved-searches';

/** The saved search that the list was opened with, and whether the list differs from it by now. */
export function useOpenSearch(): { search: SavedSearch; isChanged: boolean; isOwn: boolean } | undefined {
  const { filters } = useFilters();
  const { user } = useSignedIn();
  const search = useNamedSearch();
  const view = useView();
  if (!search) return undefined;
  const isChanged = view.isChanged || queryOf(filtersIn(search.query)) !== queryOf(filters);
  return { search, isChanged, isOwn: search.user_id === user.user_id };
}
