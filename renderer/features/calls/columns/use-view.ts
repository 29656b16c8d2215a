import { type ListView, useLayout } from '../../../core/layout';
import { useNamedSearch } from '../saved/saved-searches';
import { isSameView, usualView, viewIn } from './view';

/** The key of the view of all calls. */
const ofAll = 'all';

/**
 * How the list is shown: as the user left it, otherwise as the saved search keeps it, otherwise like all calls. `start`
 * is what Reset returns to.
 */
export function useView() {
  const search = useNamedSearch();
  const views = useLayout((layout) => layout.views);
  const key = search?.saved_search_id ?? ofAll;
  const start = (search && (viewIn(search) ?? views[ofAll])) ?? usualView;
  const view = views[key] ?? start;
  const change = (next: ListView) => keepView(key, isSameView(next, start) ? undefined : next);
  return { view, start, change, isChanged: !isSameView(view, start) };
}

/** Keeps how a list is shown; undefined to show it as it was at first. */
export function keepView(key: string, view: ListView | undefined): void {
  useLayout.setState(({ views: { [key]: _, ...others } }) => ({
    views: view ? { ...others, [key]: view } : others,
  }));
}

/** Shows the list of a saved search as it is saved. */
export const resetView = (saved_search_id: string): void => keepView(saved_search_id, undefined);
