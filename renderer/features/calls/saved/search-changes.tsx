import { savedSearchApi } from '@shared/contract/saved-searches';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../../api/api';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { refresh } from '../../../core/query-client';
import { Button } from '../../../ui/button';
import { useFilters } from '../filters';
import { queryOf } from './query';
import { addressOfSearch, useOpenSearch } from './saved-searches';

/** After the filters, while they differ from the saved search that was opened. */
export function SearchChanges() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { filters } = useFilters();
  const opened = useOpenSearch();
  const save = useMutation({
    mutationFn: (saved_search_id: string) =>
      api(savedSearchApi.update, {
        params: { saved_search_id },
        body: { saved_search: { query: queryOf(filters) } },
      }),
    onSuccess: () => refresh(changedBySearch),
  });
  if (!opened?.isChanged) return null;
  const { search, isOwn } = opened;
  return (
    <>
      {isOwn && (
        <Button busy={save.isPending} onPress={() => save.mutate(search.saved_search_id)}>
          {t('saved.saveChanges')}
        </Button>
      )}
      <Button look="quiet" onPress={() => void navigate(addressOfSearch(search), { replace: true })}>
        {t('saved.reset')}
      </Button>
    </>
  );
}
