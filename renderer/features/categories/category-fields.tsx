import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { OneOf, OneOfFew } from '../../form/choices';
import { TextLine } from '../../form/fields';
import type { FormOf } from '../../form/use-field';
import { possibleParents, useEveryCategory } from './categories';

export type CategoryValues = { name: string; private_user_id: string | null; parent_id: string | null };

/** The labels of the fields, for the form and the save bar. */
export function useLabels(): Record<keyof CategoryValues, string> {
  const { t } = useTranslation();
  return { name: t('categories.name'), private_user_id: t('categories.for'), parent_id: t('categories.parent') };
}

type Props = { form: FormOf<CategoryValues>; category_id: string | null; readOnly: boolean };

/** The fields of a category. */
export function CategoryFields({ form, category_id, readOnly }: Props) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const labels = useLabels();
  const every = useEveryCategory();
  const field = <N extends keyof CategoryValues>(name: N) => ({ form, name, label: labels[name], readOnly });
  const parents = possibleParents(every.data ?? [], category_id);
  return (
    <>
      <TextLine {...field('name')} />
      <OneOfFew
        {...field('private_user_id')}
        hint={t('categories.forHint')}
        choices={[
          { id: null, name: t('categories.everyone') },
          { id: user.user_id, name: t('categories.onlyMe') },
        ]}
      />
      {every.data && (
        <OneOf
          {...field('parent_id')}
          choices={[
            { id: null, name: t('categories.noParent') },
            ...parents.map(({ category_id, name }) => ({ id: category_id, name })),
          ]}
        />
      )}
    </>
  );
}
