import { type Import, resumeImport } from '@shared/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { useDiskText, useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './task-row.module.css';

/** An import that waits for space: which disk, how much, and a button to continue now. */
export function Paused({ task }: { task: Import }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const diskText = useDiskText();
  const refusalText = useRefusalText();
  const resume = useMutation({
    mutationFn: () =>
      api(resumeImport, { params: { import_id: task.import_id }, body: { import: { status: 'running' } } }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.one(task.import_id) }),
  });
  return (
    <div className={styles.paused}>
      <p>
        {diskText(task)} {t('imports.goesOn')}
      </p>
      <Button busy={resume.isPending} onPress={() => resume.mutate()}>
        {t('imports.resume')}
      </Button>
      {resume.error && <FormMessage>{refusalText(resume.error)}</FormMessage>}
    </div>
  );
}
