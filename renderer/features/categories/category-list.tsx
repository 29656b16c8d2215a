import { type Category, categoryApi } from '@shared/contract/categories';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { useCategories, useEveryCategory } from './categories';
import styles from './category-list.module.css';

const look: Look<Category> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'parent', cell: (record) => <ParentName {...record} /> },
    { id: 'for', cell: (record) => <For {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ category_id }) => category_id,
  texts: new Set(['name', 'parent', 'for']),
};

function ParentName({ parent_id }: Category) {
  const { data } = useEveryCategory();
  return data?.find(({ category_id }) => category_id === parent_id)?.name;
}

function For({ private_user_id }: Category) {
  const { t } = useTranslation();
  return t(private_user_id === null ? 'categories.everyone' : 'categories.onlyMe');
}

/** The categories, with a search by name. */
export function CategoryList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useMay(categoryApi.create);
  return (
    <ListPage
      title={t('categories.title')}
      look={look}
      list={useCategories(search)}
      search={{ text: search, label: t('categories.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('categories.name') },
        { id: 'parent', name: t('categories.parent') },
        { id: 'for', name: t('categories.for') },
      ]}
      words={useSearchedWords('categories', search)}
      add={<AddButton unavailable={mayAdd ? undefined : t('categories.mayNotEdit')}>{t('categories.add')}</AddButton>}
      onOpen={({ category_id }) => void navigate(category_id)}
    />
  );
}
