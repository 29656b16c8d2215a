import { cancelImport, type Import } from '@shared/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { ProgressBar } from '../../ui/progress-bar';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import { CallsOfImport } from './calls-of-import';
import { useImportFlow } from './import-flow';
import { useImportList } from './import-list';
import { ImportResults } from './import-results';
import { Paused } from './paused';
import styles from './task-row.module.css';
import { TaskState } from './task-state';
import { TimeLeft } from './time-left';
import { isUnfinished } from './use-tasks';

/** One import: its progress and its results. `note` adds the page's information about its calls. */
export function TaskRow({ task, note }: { task: Import; note: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const refusalText = useRefusalText();
  const { import_ids, remove } = useImportList();
  const cancel = useMutation({
    mutationFn: () => api(cancelImport, { params: { import_id: task.import_id } }),
    onError: (error) => toast(refusalText(error), 'note'),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.one(task.import_id) }),
  });
  const unfinished = isUnfinished(task);
  const dismiss = () => {
    remove(task.import_id);
    if (import_ids.length === 1) useImportFlow.setState({ open: false });
  };
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        <span className={styles.name} onPointerEnter={titleWhenCut}>
          {task.name}
        </span>
        {task.total > 0 && (
          <span className={styles.count} data-figures>
            {t('imports.files', {
              done: format.figure(task.done),
              shown: format.figure(task.total),
              count: task.total,
            })}
          </span>
        )}
        <IconButton
          label={unfinished ? t('imports.cancel') : t('imports.remove')}
          size={24}
          onPress={unfinished ? () => cancel.mutate() : dismiss}
        >
          <Icon of={X} size={14} />
        </IconButton>
      </div>
      {unfinished && <ProgressBar label={task.name} done={task.done} total={task.total} className={styles.bar} />}
      <div className={styles.foot}>
        <TaskState task={task} />
        {task.status === 'running' && <TimeLeft task={task} />}
      </div>
      {task.status === 'paused' && <Paused task={task} />}
      {!unfinished && note}
      <ImportResults task={task} />
      {!unfinished && <CallsOfImport task={task} />}
    </li>
  );
}
