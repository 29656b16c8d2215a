import { savedSearchApi } from '@shared/contract/saved-searches';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Group } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { changedBySearch } from '../../api/cache/saved-searches';
import { refresh } from '../../core/query-client';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { toast, toastUndo } from '../../ui/toast';
import { AddFilter } from './builder/add-filter';
import { FilterChips } from './builder/filter-chips';
import { keepLast } from './builder/last-filters';
import { keepView, resetView, useView } from './columns/use-view';
import { savedView } from './columns/view';
import { DateFilter } from './date-filter';
import { FilterChip } from './filter-chip';
import styles from './filter-row.module.css';
import { activeFilters, advancedNow, type Filters, filtersNow, useFilters } from './filters';
import { countOf } from './listing';
import { queryOf } from './saved/query';
import { addressOfSearch } from './saved/saved-searches';
import { useOpenSearch } from './saved/use-open-search';
import { useDateText } from './use-date-text';

/** The active filters as chips, and a button to add one. Further actions of the list are at the end. */
export function FilterRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const dateText = useDateText();
  const { filters, change, changeAdvanced } = useFilters();
  // A chip would be gone from when its editor closes until the page shows what was chosen.
  const { date, advanced } = filtersNow();
  const matching = useMatching(filters);
  const [editing, setEditing] = useState<string | null>(null);
  const done = () => {
    const set = advancedNow().find(({ name }) => name === editing);
    if (set) keepLast(set);
    setEditing(null);
  };
  return (
    <Group className={styles.row ?? ''} aria-label={t('filters.title')} data-focus-group>
      {(date || editing === 'date') && (
        <FilterChip
          name={t('filters.date')}
          value={date && dateText(date)}
          open={editing === 'date'}
          onOpenChange={(open) => setEditing(open ? 'date' : null)}
          onRemove={() => change({ date: null })}
        >
          <DateFilter value={date} onChange={(value) => change({ date: value })} onDone={done} />
        </FilterChip>
      )}
      <FilterChips
        advanced={advanced}
        onChange={changeAdvanced}
        editing={editing}
        onEdit={setEditing}
        onDone={done}
        matching={matching}
        search={filters}
      />
      <AddFilter advanced={advanced} onChange={changeAdvanced} onEdit={setEditing} />
      <SearchChanges />
      <span className={styles.end}>{children}</span>
    </Group>
  );
}

/** How many calls match the filters, in words; empty until they are counted. */
function useMatching(filters: Filters): string {
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

/** After the filters, while they differ from the saved search that was opened. */
function SearchChanges() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const navigate = useNavigate();
  const { view } = useView();
  const opened = useOpenSearch();
  const reading = useReadingOnly();
  const save = useMutation({
    mutationFn: (saved_search_id: string) =>
      api(savedSearchApi.update, {
        params: { saved_search_id },
        body: { saved_search: { query: queryOf(filtersNow()), ...savedView(view) } },
      }),
    onSuccess: async (_, saved_search_id) => {
      await refresh(changedBySearch);
      resetView(saved_search_id);
    },
    onError: (error) => toast(refusalText(error), 'note'),
  });
  if (!opened?.isChanged) return null;
  const { search, isOwn } = opened;
  const reset = () => {
    const [before, changed] = [window.location.search, view];
    const undo = () => {
      keepView(search.saved_search_id, changed);
      void navigate(`/review${before}`, { replace: true });
    };
    resetView(search.saved_search_id);
    void navigate(addressOfSearch(search), { replace: true });
    toastUndo(t('saved.isReset', { name: search.name }), undo);
  };
  return (
    <>
      {isOwn && (
        <Button busy={save.isPending} unavailable={reading} onPress={() => save.mutate(search.saved_search_id)}>
          {t('saved.saveChanges')}
        </Button>
      )}
      <Button look="quiet" onPress={reset}>
        {t('saved.reset')}
      </Button>
    </>
  );
}
