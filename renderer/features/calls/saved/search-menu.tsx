import { type SavedSearch, savedSearchApi } from '@shared/contract/saved-searches';
import { longestName } from '@shared/limits';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { idIn } from '../../../api/id-in';
import { useAddress } from '../../../core/address';
import { chordOf } from '../../../core/chords';
import { useLayout } from '../../../core/layout';
import { refresh } from '../../../core/query-client';
import { chordsOf, useKeysOf } from '../../../core/shortcuts';
import { useReadingOnly } from '../../../core/view-as';
import { OnOff, TextLine } from '../../../form/fields';
import { type ApiForm, useApiForm } from '../../../form/use-api-form';
import type { FormOf } from '../../../form/use-field';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { KeyCap } from '../../../ui/key-cap';
import { Popover } from '../../../ui/popover';
import { Switch } from '../../../ui/switch';
import { toast, toastUndo } from '../../../ui/toast';
import { useCallColumns } from '../columns/call-columns';
import { resetView, useView } from '../columns/use-view';
import { savedView } from '../columns/view';
import { activeFilters, filtersNow } from '../filters';
import { saveSearch, useListState } from '../list-state';
import { queryOf } from './query';
import styles from './search-menu.module.css';
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
  const columns = useCallColumns();
  const order =
    filters.by === undefined
      ? t(filters.sort === 'asc' ? 'saved.oldestFirst' : 'saved.newestFirst')
      : t('saved.sortedBy', { name: columns.get(filters.by)?.name ?? t('saved.anotherColumn') });
  const keeps = [
    t('saved.filters', { count: activeFilters(filters).length }),
    ...(filters.date && 'period' in filters.date ? [t('saved.moves')] : []),
    t(view.isCompact ? 'saved.columnsCompact' : 'saved.columns', { count: view.columns.length }),
    order,
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

type Saving = {
  /** The list as it is shown. */
  shown: Pick<SavedSearch, 'query' | 'columns' | 'is_compact'>;
  /** The same in words. */
  keeps: readonly string[];
  onSaved: (saved_search_id: string) => void;
};

/** Saves the list as it is shown under a name. */
function NewSearchForm({ shown, keeps, onSaved }: Saving) {
  const form = useApiForm(savedSearchApi.create, {
    values: { name: '', is_shared: false, ...shown },
    onSaved: async ({ answer }) => {
      await refresh(changedBySearch);
      onSaved(idIn(answer.url));
    },
  });
  return <SearchFields form={form} keeps={keeps} />;
}

type Changed = Saving & { search: SavedSearch; onNew: () => void; onDelete: () => void };

/** Saves the list as it is shown in a saved search, and renames, shares or deletes that. */
function ChangedSearchForm({ search, shown, keeps, onSaved, onNew, onDelete }: Changed) {
  const { t } = useTranslation();
  const { saved_search_id, user_id: _, ...values } = search;
  const form = useApiForm(savedSearchApi.update, {
    values,
    start: shown,
    params: { saved_search_id },
    onSaved: async () => {
      await refresh(changedBySearch);
      onSaved(saved_search_id);
    },
  });
  return (
    <SearchFields form={form} keeps={keeps} first={<OpensFirst saved_search_id={saved_search_id} />}>
      <Button look="quiet" onPress={onDelete}>
        {t('saved.delete')}
      </Button>
      <span className={styles.space} />
      <Button onPress={onNew}>{t('saved.saveNew')}</Button>
    </SearchFields>
  );
}

/** Whether Review opens with a search. It is kept for this user, not in the search. */
function OpensFirst({ saved_search_id }: Pick<SavedSearch, 'saved_search_id'>) {
  const { t } = useTranslation();
  const firstSearch = useLayout((layout) => layout.firstSearch);
  return (
    <Switch
      label={t('saved.opensFirst')}
      hint={t('saved.opensFirstHint')}
      value={firstSearch === saved_search_id}
      onChange={(opens) => useLayout.setState({ firstSearch: opens ? saved_search_id : null })}
    />
  );
}

type Fields<T extends FieldValues> = {
  form: FormOf<T> & ApiForm;
  keeps: readonly string[];
  first?: ReactNode;
  /** Further actions. */
  children?: ReactNode;
};

function SearchFields<T extends FieldValues & { name: string; is_shared: boolean }>(props: Fields<T>) {
  const { t } = useTranslation();
  const keysOf = useKeysOf();
  const { keeps, first, children } = props;
  const form = props.form as unknown as Fields<{ name: string; is_shared: boolean }>['form'];
  // A popover keeps the keys of the window from it.
  const saves = (event: KeyboardEvent) => {
    const chord = chordOf(event.nativeEvent);
    if (chord !== null && chordsOf('save').includes(chord)) form.onSubmit(event);
  };
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit} onKeyDown={saves}>
      <h2 className={styles.title}>{t('saved.title')}</h2>
      <TextLine form={form} name="name" label={t('saved.name')} max={longestName} autoFocus />
      <div>
        <h3 className={styles.label}>{t('saved.keeps')}</h3>
        <ul className={styles.keeps}>
          {keeps.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <OnOff form={form} name="is_shared" label={t('saved.share')} hint={t('saved.shareHint')} />
      {first}
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <footer className={styles.foot}>
        {children ?? <span className={styles.space} />}
        <Button look="ink" type="submit" busy={form.busy}>
          {t('saved.saveIt')} <KeyCap keys={keysOf('save')} />
        </Button>
      </footer>
    </form>
  );
}
