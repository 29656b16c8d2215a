import { type Category, categoryApi } from '@shared/contract/categories';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByCategory } from '../../api/cache/categories';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import { useCallsOf } from './categories';

type Props = { category: Category /** Where the person goes once it is gone. */; list: string };

/** Deletes a category, after showing how many calls lose it. */
export function DeleteCategory({ category: { category_id, name }, list }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const mayDelete = useHolds('call_categories:delete');
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api(categoryApi.delete, { params: { category_id } }),
    gcTime: 0,
    onSuccess: async () => {
      toast(t('categories.deleted', { name }));
      await navigate(list, { replace: true });
      await refresh(changedByCategory);
    },
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      <Button
        look="quiet"
        unavailable={mayDelete ? undefined : t('categories.mayNotDelete')}
        onPress={() => setAsking(true)}
      >
        {t('categories.delete')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('categories.deleteTitle', { name })}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('categories.keep')}
            </Button>
            <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
              {t('categories.deleteNow')}
            </Button>
          </>
        }
      >
        <CallsThatLose category_id={category_id} />
        {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
      </Dialog>
    </>
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
