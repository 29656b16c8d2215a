import { type Import, resumeImport } from '@shared/contract/imports';
import { type DateOrder, dateOrders } from '@shared/import-fields';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { useDiskText, useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './task-row.module.css';

/** An import that waits for space, with a button to continue now, or for an answer about its dates. */
export function Paused({ task }: { task: Import }) {
  const { t } = useTranslation();
  const diskText = useDiskText();
  const refusalText = useRefusalText();
  const resume = useResume(task);
  const question = task.questions.find(({ code }) => code === 'date_order');
  if (task.reason === 'QUESTION' && question)
    return (
      <div className={styles.paused}>
        <p>{t('imports.askDates', { column: question.from, file: question.file })}</p>
        <div className={styles.answers}>
          {dateOrders.flatMap((order) =>
            question.choices.includes(order)
              ? [
                  <Button key={order} busy={resume.isPending} onPress={() => resume.mutate(order)}>
                    {t(`imports.dateOrder.${order}`)}
                  </Button>,
                ]
              : [],
          )}
        </div>
        {resume.error && <FormMessage>{refusalText(resume.error)}</FormMessage>}
      </div>
    );
  return (
    <div className={styles.paused}>
      <p>
        {diskText(task)} {t('imports.goesOn')}
      </p>
      <Button busy={resume.isPending} onPress={() => resume.mutate(undefined)}>
        {t('imports.resume')}
      </Button>
      {resume.error && <FormMessage>{refusalText(resume.error)}</FormMessage>}
    </div>
  );
}

function useResume({ import_id }: Import) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (date_order: DateOrder | undefined) =>
      api(resumeImport, { params: { import_id }, body: { import: { status: 'running', date_order } } }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.one(import_id) }),
  });
}
