import { type Category, categoryApi } from '@shared/contract/categories';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByCategory } from '../../api/cache/categories';
import { useMay } from '../../core/session';
import { DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useCallsOf, useEveryCategory } from './categories';

type Props = { category: Category /** The page to go to afterwards. */; list: string };

/** Deletes a category without subcategories, after showing how many calls lose it. */
export function DeleteCategory({ category: { category_id, name }, list }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDelete = useMay(categoryApi.delete);
  const count = (useEveryCategory().data ?? []).filter(({ parent_id }) => parent_id === category_id).length;
  const above = count > 0 ? t('categories.isAbove', { count, shown: format.figure(count) }) : undefined;
  return (
    <DeleteRecord
      words={useDeleteWords('categories', name)}
      unavailable={mayDelete ? above : t('categories.mayNotDelete')}
      id={category_id}
      remove={() => api(categoryApi.delete, { params: { category_id } })}
      list={list}
      changed={changedByCategory}
    >
      <CallsThatLose category_id={category_id} />
    </DeleteRecord>
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
