import { type SavedSearch, savedSearchApi } from '@shared/contract/saved-searches';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { idIn } from '../../../api/id-in';
import { useAddress } from '../../../core/address';
import { useLayout } from '../../../core/layout';
import { refresh } from '../../../core/query-client';
import { useReadingOnly } from '../../../core/view-as';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { Popover } from '../../../ui/popover';
import { toast, toastUndo } from '../../../ui/toast';
import { resetView, useView } from '../columns/use-view';
import { savedView } from '../columns/view';
import { activeFilters, filtersNow } from '../filters';
import { saveSearch, useListState } from '../list-state';
import { queryOf } from './query';
import { ChangedSearchForm, NewSearchForm } from './search-form';
import { useOpenSearch } from './use-open-search';

/** Next to the title: saves the filters and the order of the list, and changes or deletes the saved search. */
export function SearchMenu() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const saves = useListState((state) => state.saves);
  const setOpen = (opens: boolean) => useListState.setState({ saves: opens ? 'shown' : null });
  const opened = useOpenSearch();
  const reading = useReadingOnly();
  // The page may not show yet what was chosen just before.
  const filters = filtersNow();
  const { change } = useAddress();
  const own = opened?.isOwn ? opened.search : undefined;
  const { view } = useView();
  const shown = { query: queryOf(filters), ...savedView(view) };
  useEffect(() => () => useListState.setState({ saves: null }), []);

  const onError = (error: unknown) => toast(refusalText(error), 'note');
  const remove = useMutation({
    mutationFn: ({ saved_search_id }: SavedSearch) => api(savedSearchApi.delete, { params: { saved_search_id } }),
    onSuccess: async (_, { saved_search_id, user_id: __, ...search }) => {
      setOpen(false);
      change((next) => next.delete('saved'));
      const undo = async () => {
        const { url } = await api(savedSearchApi.create, { body: { saved_search: search } });
        // Restored under another id.
        useLayout.setState(({ firstSearch }) => (firstSearch === saved_search_id ? { firstSearch: idIn(url) } : {}));
        await refresh(changedBySearch);
      };
      toastUndo(t('saved.deleted', search), () => void undo().catch(onError));
      await refresh(changedBySearch);
    },
    onError,
  });
  const onSaved = (saved_search_id: string) => {
    setOpen(false);
    resetView(saved_search_id);
    change((next) => next.set('saved', saved_search_id));
    toast(t('saved.saved'));
  };
  const order = filters.sort === 'asc' ? 'saved.oldestFirst' : 'saved.newestFirst';
  const keeps = [
    t('saved.filters', { count: activeFilters(filters).length }),
    ...(filters.date && 'period' in filters.date ? [t('saved.moves')] : []),
    t(view.isCompact ? 'saved.columnsCompact' : 'saved.columns', { count: view.columns.length }),
    t(order),
  ];
  const opener = (
    <IconButton label={own ? t('saved.change') : t('saved.save')} size={24} unavailable={reading}>
      <Icon of={ChevronDown} />
    </IconButton>
  );
  if (reading !== undefined) return opener;
  return (
    <Popover label={t('saved.title')} open={saves !== null} onOpenChange={setOpen} trigger={opener}>
      {own && saves !== 'new' ? (
        <ChangedSearchForm
          {...{ search: own, shown, keeps, onSaved }}
          onNew={saveSearch}
          onDelete={() => remove.mutate(own)}
        />
      ) : (
        <NewSearchForm {...{ shown, keeps, onSaved }} />
      )}
    </Popover>
  );
}
