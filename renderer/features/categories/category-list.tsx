import type { Category } from '@shared/contract/categories';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHolds } from '../../core/session';
import { ListPage } from '../../list/list-page';
import { columnsFor, type Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { useCategories, useEveryCategory } from './categories';
import styles from './category-list.module.css';

const column = columnsFor<Category>();
const look: Look<Category> = {
  columns: column.columns([
    column.display({ id: 'name', cell: ({ row }) => row.original.name }),
    column.display({ id: 'parent', cell: ({ row }) => <ParentName {...row.original} /> }),
    column.display({ id: 'for', cell: ({ row }) => <For {...row.original} /> }),
  ]),
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
  const mayAdd = useHolds('call_categories:edit');
  const add = (
    <Button
      look="ink"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
      unavailable={mayAdd ? undefined : t('categories.mayNotEdit')}
      onPress={() => void navigate('new')}
    >
      {t('categories.add')}
    </Button>
  );
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
      words={{
        loading: t('categories.loading'),
        failed: t('categories.failed'),
        moreFailed: t('categories.moreFailed'),
        empty: t('categories.empty'),
        emptyText: t('categories.emptyText'),
        noMatch: t('categories.noMatch', { search }),
        showAll: t('categories.showAll'),
        count: (count, shown) => t('categories.count', { count, shown }),
        countMore: (count, shown) => t('categories.countMore', { count, shown }),
      }}
      add={add}
      onOpen={({ category_id }) => void navigate(category_id)}
    />
  );
}
