import { type SavedSearch, savedSearchApi } from '@shared/contract/saved-searches';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changedBySearch } from '../../../api/cache/saved-searches';
import { refresh } from '../../../core/query-client';
import { OnOff, TextLine } from '../../../form/fields';
import { type ApiForm, useApiForm } from '../../../form/use-api-form';
import type { FormOf } from '../../../form/use-field';
import { Button } from '../../../ui/button';
import { FormMessage } from '../../../ui/form-message';
import styles from './search-form.module.css';

type Saving = {
  /** What is saved, in words. */
  keeps: readonly string[];
  onSaved: (saved_search_id: string) => void;
};

/** Saves the filters and the order of the list under a name. */
export function NewSearchForm({ query, keeps, onSaved }: Saving & { query: string }) {
  const form = useApiForm(savedSearchApi.create, {
    values: { name: '', is_shared: false, query },
    onSaved: async ({ answer }) => {
      await refresh(changedBySearch);
      onSaved(answer.url.replace(/^.*\/|\.json$/g, ''));
    },
  });
  return <SearchFields form={form} keeps={keeps} />;
}

/** Renames, shares or deletes a saved search. */
export function ChangedSearchForm({
  search: { saved_search_id, name, is_shared },
  keeps,
  onSaved,
  onDelete,
}: Saving & { search: SavedSearch; onDelete: () => void }) {
  const { t } = useTranslation();
  const form = useApiForm(savedSearchApi.update, {
    values: { name, is_shared },
    params: { saved_search_id },
    onSaved: async () => {
      await refresh(changedBySearch);
      onSaved(saved_search_id);
    },
  });
  return (
    <SearchFields form={form} keeps={keeps}>
      <Button look="quiet" onPress={onDelete}>
        {t('saved.delete')}
      </Button>
    </SearchFields>
  );
}

type Fields<T extends FieldValues> = {
  form: FormOf<T> & ApiForm;
  keeps: readonly string[];
  /** Further actions. */
  children?: ReactNode;
};

function SearchFields<T extends FieldValues & { name: string; is_shared: boolean }>(props: Fields<T>) {
  const { t } = useTranslation();
  const { keeps, children } = props;
  const form = props.form as unknown as Fields<{ name: string; is_shared: boolean }>['form'];
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <h2 className={styles.title}>{t('saved.title')}</h2>
      <TextLine form={form} name="name" label={t('saved.name')} autoFocus />
      <div>
        <h3 className={styles.label}>{t('saved.keeps')}</h3>
        <ul className={styles.keeps}>
          {keeps.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <OnOff form={form} name="is_shared" label={t('saved.share')} hint={t('saved.shareHint')} />
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <footer className={styles.foot}>
        {children}
        <span className={styles.space} />
        <Button look="ink" type="submit" busy={form.busy}>
          {t('saved.saveIt')}
        </Button>
      </footer>
    </form>
  );
}
