import { type SavedSearch, savedSearchApi } from '@shared/contract/saved-searches';
import { longestName } from '@shared/limits';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { idIn } from '../../../api/id-in';
import { chordOf } from '../../../core/chords';
import { useLayout } from '../../../core/layout';
import { refresh } from '../../../core/query-client';
import { chordsOf, useKeysOf } from '../../../core/shortcuts';
import { OnOff, TextLine } from '../../../form/fields';
import { type ApiForm, useApiForm } from '../../../form/use-api-form';
import type { FormOf } from '../../../form/use-field';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import { KeyCap } from '../../../ui/key-cap';
import { Switch } from '../../../ui/switch';
import styles from './search-form.module.css';

type Saving = {
  /** The list as it is shown. */
  shown: Pick<SavedSearch, 'query' | 'columns' | 'is_compact'>;
  /** The same in words. */
  keeps: readonly string[];
  onSaved: (saved_search_id: string) => void;
};

/** Saves the list as it is shown under a name. */
export function NewSearchForm({ shown, keeps, onSaved }: Saving) {
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
export function ChangedSearchForm({ search, shown, keeps, onSaved, onNew, onDelete }: Changed) {
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
