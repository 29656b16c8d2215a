import { cancelImport, type Import } from '@shared/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { useImportFlow } from './import-flow';
import { RefusedFiles } from './refused-files';
import styles from './task-row.module.css';
import { minutesLeft } from './time-left';

/** One import: how far it is, what was refused, and its end. */
export function TaskRow({ task }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const putAway = useImportFlow((flow) => flow.putAway);
  const [listsRefused, setListsRefused] = useState(false);
  const cancel = useMutation({
    mutationFn: () => api(cancelImport, { params: { import_id: task.import_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['imports', 'one', task.import_id] }),
  });
  const isRunning = task.status === 'running';
  const left = isRunning ? minutesLeft(task, Date.now()) : null;
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        <span className={styles.name}>{task.name}</span>
        <span className={styles.count} data-figures>
          {t('imports.count', { done: format.figure(task.done), total: format.figure(task.total) })}
        </span>
        <IconButton
          label={isRunning ? t('imports.cancel') : t('imports.putAway')}
          size={24}
          onPress={() => (isRunning ? cancel.mutate() : putAway(task.import_id))}
        >
          <X size={14} strokeWidth={1.75} />
        </IconButton>
      </div>
      {isRunning && (
        <ProgressBar
          aria-label={task.name}
          value={task.done}
          maxValue={Math.max(1, task.total)}
          className={styles.bar ?? ''}
        >
          {({ percentage }) => <i style={{ inlineSize: `${percentage ?? 0}%` }} />}
        </ProgressBar>
      )}
      <div className={styles.foot}>
        <Outcome task={task} />
        {left !== null && (
          <span className={styles.left}>
            {left < 1 ? t('imports.lessThanAMinute') : t('imports.minutesLeft', { count: Math.round(left) })}
          </span>
        )}
      </div>
      {task.rows_without_audio > 0 && !isRunning && (
        <p className={styles.note}>{t('imports.withoutAudio', { count: task.rows_without_audio })}</p>
      )}
      {task.refused > 0 && (
        <div className={styles.more}>
          <Button look="quiet" onPress={() => setListsRefused(!listsRefused)}>
            {listsRefused ? t('imports.hideRefused') : t('imports.showRefused')}
          </Button>
        </div>
      )}
      {listsRefused && <RefusedFiles import_id={task.import_id} refused={task.refused} />}
    </li>
  );
}

function Outcome({ task }: { task: Import }) {
  const { t } = useTranslation();
  if (task.status === 'running')
    return task.refused === 0 ? (
      <span>{task.total === 0 ? t('imports.looking') : t('imports.comingIn')}</span>
    ) : (
      <span className={styles.outcome} data-warns>
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('imports.refusedSoFar', { count: task.refused })}
      </span>
    );
  const warns = task.refused > 0 || task.status !== 'done';
  const Sign = warns ? CircleAlert : CircleCheck;
  const parts = [
    task.status === 'done' ? null : t(`imports.status.${task.status}`),
    t('imports.imported', { count: task.imported }),
    task.skipped > 0 ? t('imports.skipped', { count: task.skipped }) : null,
    task.refused > 0 ? t('imports.refused', { count: task.refused }) : null,
  ];
  return (
    <span className={styles.outcome} data-warns={warns || undefined} role="status">
      <Sign size={14} strokeWidth={1.75} aria-hidden="true" />
      {parts.filter(Boolean).join(', ')}
    </span>
  );
}
