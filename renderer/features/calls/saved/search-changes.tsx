import { savedSearchApi } from '@shared/contract/saved-searches';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../../api/api';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { refresh } from '../../../core/query-client';
import { useReadingOnly } from '../../../core/view-as';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Button } from '../../../ui/button';
import { toast, toastUndo } from '../../../ui/toast';
import { keepView, resetView, useView } from '../columns/use-view';
import { savedView } from '../columns/view';
import { filtersNow } from '../filters';
import { queryOf } from './query';
import { addressOfSearch } from './saved-searches';
import { useOpenSearch } from './use-open-search';

/** After the filters, while they differ from the saved search that was opened. */
export function SearchChanges() {
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
