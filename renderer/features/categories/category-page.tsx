import type { Category } from '@shared/contract/categories';
import { categoryApi } from '@shared/contract/categories';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { changedByCategory } from '../../api/cache/categories';
import type { Stored } from '../../api/record';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { FormPage } from '../../form/form-page';
import { RecordPending } from '../../form/record-pending';
import { useApiForm } from '../../form/use-api-form';
import { toast } from '../../ui/toast';
import { oneCategory } from './categories';
import { CategoryFields, type CategoryValues, useLabels } from './category-fields';
import { CategoryPreview } from './category-preview';
import { DeleteCategory } from './delete-category';

const list = '/admin/categories';

/** The page of a new category. */
export function NewCategoryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labels = useLabels();
  const mayEdit = useMay(categoryApi.create);
  const values: CategoryValues = { name: '', private_user_id: null, parent_id: null };
  const form = useApiForm(categoryApi.create, {
    values,
    draft: 'new category',
    onSaved: async (_, { name }) => {
      toast(t('categories.added', { name }));
      await refresh(changedByCategory);
      void navigate(list, { replace: true });
    },
  });
  const name = useWatch({ control: form.control, name: 'name' });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('categories.title'), to: list }}
      title={t('categories.new')}
      labels={labels}
      save={t('categories.save')}
      unavailable={mayEdit ? undefined : t('categories.mayNotEdit')}
      preview={<CategoryPreview name={name} />}
    >
      <CategoryFields form={form} category_id={null} readOnly={!mayEdit} />
    </FormPage>
  );
}

/** The page of an existing category. */
export function CategoryPage() {
  const { t } = useTranslation();
  const { category_id = '' } = useParams();
  const { data, error, refetch } = oneCategory.useRecord(category_id);
  if (data) return <Editor key={category_id} {...data} />;
  return <RecordPending error={error} failed={t('categories.failedOne')} onRetry={() => void refetch()} />;
}

const valuesOf = ({ name, private_user_id, parent_id }: Category): CategoryValues => ({
  name,
  private_user_id,
  parent_id,
});

function Editor({ record: category, version }: Stored<Category>) {
  const { t } = useTranslation();
  const labels = useLabels();
  const mayEdit = useMay(categoryApi.update);
  const { category_id } = category;
  const form = useApiForm(categoryApi.update, {
    values: valuesOf(category),
    params: { category_id },
    version,
    stored: { options: oneCategory.options(category_id), valuesOf },
    draft: `category ${category_id}`,
    onSaved: (_, { name }) => {
      toast(t('categories.saved', { name }));
      void refresh(changedByCategory);
    },
  });
  const name = useWatch({ control: form.control, name: 'name' });
  return (
    <FormPage
      form={form}
      crumb={{ name: t('categories.title'), to: list }}
      title={category.name}
      labels={labels}
      save={t('categories.save')}
      unavailable={mayEdit ? undefined : t('categories.mayNotEdit')}
      actions={<DeleteCategory category={category} list={list} />}
      preview={<CategoryPreview name={name} />}
    >
      <CategoryFields form={form} category_id={category_id} readOnly={!mayEdit} />
    </FormPage>
  );
}
