import { countCalls } from '@shared/contract/calls';
import { type Category, categoryApi } from '@shared/contract/categories';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { categoryKeys, changedByCategory } from '../../api/cache/categories';
import { every } from '../../api/every';
import { useHolds, useSignedIn } from '../../core/session';
import { OneOf, OneOfFew } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { DeleteOf, recordPages } from '../../form/record-pages';
import type { FormOf } from '../../form/use-field';
import { useFormat } from '../../i18n/use-format';
import styles from './categories-page.module.css';

type CategoryValues = { name: string; private_user_id: string | null; parent_id: string | null };

const of = { part: 'categories', path: '/admin/categories', changed: changedByCategory } as const;

/** Administration, Categories: the list, and each category as a page. */
export const CategoriesPage = recordPages({
  ...of,
  kind: 'category',
  api: categoryApi,
  list: [
    { id: 'name', name: 'categories.name', width: 'minmax(160px, 2fr)', cell: ({ name }) => name },
    {
      id: 'parent',
      name: 'categories.parent',
      width: 'minmax(120px, 1fr)',
      cell: (category) => <ParentName {...category} />,
    },
    { id: 'for', name: 'categories.for', width: '140px', cell: (category) => <For {...category} /> },
  ],
  blank: { name: '', private_user_id: null, parent_id: null } as CategoryValues,
  valuesOf: ({ name, private_user_id, parent_id }: Category) => ({ name, private_user_id, parent_id }),
  labels: { name: 'categories.name', private_user_id: 'categories.for', parent_id: 'categories.parent' },
  Fields: CategoryFields,
  preview: ({ form }) => <CategoryPreview form={form} />,
  Actions: DeleteCategory,
});

function ParentName({ parent_id }: Category) {
  const { data } = useEveryCategory();
  return data?.find(({ category_id }) => category_id === parent_id)?.name;
}

function For({ private_user_id }: Category) {
  const { t } = useTranslation();
  return t(private_user_id === null ? 'categories.everyone' : 'categories.onlyMe');
}

type FieldsProps = { form: FormOf<CategoryValues>; record: Category | null; readOnly: boolean };

function CategoryFields({ form, record, readOnly }: FieldsProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const every = useEveryCategory();
  const parents = possibleParents(every.data ?? [], record?.category_id ?? null);
  return (
    <>
      <TextLine form={form} name="name" label={t('categories.name')} readOnly={readOnly} />
      <OneOfFew
        form={form}
        name="private_user_id"
        label={t('categories.for')}
        readOnly={readOnly}
        hint={t('categories.forHint')}
        choices={[
          { id: null, name: t('categories.everyone') },
          { id: user.user_id, name: t('categories.onlyMe') },
        ]}
      />
      {every.data && (
        <OneOf
          form={form}
          name="parent_id"
          label={t('categories.parent')}
          readOnly={readOnly}
          choices={[
            { id: null, name: t('categories.noParent') },
            ...parents.map(({ category_id, name }) => ({ id: category_id, name })),
          ]}
        />
      )}
    </>
  );
}

/** Shows the name as it appears in the list of calls. */
function CategoryPreview({ form: { control } }: { form: FormOf<CategoryValues> }) {
  const { t } = useTranslation();
  const name = useWatch({ control, name: 'name' });
  return (
    <>
      <p className={styles.caption}>{t('categories.previewList')}</p>
      <div className={styles.row} aria-hidden="true">
        <i />
        <span className={styles.name}>{name.trim() || t('categories.previewUnnamed')}</span>
        <span className={styles.length}>6:42</span>
      </div>
    </>
  );
}

/** Deletes a category without subcategories, after showing how many calls lose it. */
function DeleteCategory({ record: { category_id, name } }: { record: Category }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = (useEveryCategory().data ?? []).filter(({ parent_id }) => parent_id === category_id).length;
  const inUse = count > 0 ? t('categories.isAbove', { count, shown: format.figure(count) }) : undefined;
  return (
    <DeleteOf {...of} operation={categoryApi.delete} id={category_id} name={name} inUse={inUse}>
      <CallsThatLose category_id={category_id} />
    </DeleteOf>
  );
}

function CallsThatLose({ category_id }: { category_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useCallsOf(category_id);
  const calls =
    count === undefined
      ? t('categories.deleteUnknown')
      : count === 0
        ? t('categories.deleteNoCalls')
        : t('categories.deleteCalls', { count, shown: format.figure(count) });
  return (
    <p>
      {calls} {t('categories.deleteFinal')}
    </p>
  );
}

/** Every category, for choosing one and for the name of a parent. */
const useEveryCategory = () =>
  useQuery({
    queryKey: categoryKeys.every,
    queryFn: ({ signal }) => every(categoryApi.list, 'categories', signal),
  });

/** The number of calls in a category; undefined while it is loading, or if the role does not see calls. */
function useCallsOf(category_id: string): number | undefined {
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: categoryKeys.calls(category_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(countCalls, { query: { category_id }, view: 'calls of a category', signal }),
  });
  return data?.count;
}

/** The possible parents of a category: all except itself and its subcategories. */
function possibleParents(all: readonly Category[], category_id: string | null): Category[] {
  const byId = new Map(all.map((category) => [category.category_id, category]));
  const isBelow = ({ parent_id }: Category): boolean => {
    if (parent_id === null) return false;
    if (parent_id === category_id) return true;
    const parent = byId.get(parent_id);
    return parent !== undefined && isBelow(parent);
  };
  return all.filter((category) => category.category_id !== category_id && !isBelow(category));
}
