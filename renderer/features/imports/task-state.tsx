import type { Import } from '@shared/contract/imports';
import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import styles from './task-row.module.css';

/** The number of all refusals: recordings, rows and files of call details. */
export const allRefused = ({
  refused,
  rows_refused,
  record_files_refused,
}: Pick<Import, 'refused' | 'rows_refused' | 'record_files_refused'>): number =>
  refused + rows_refused + record_files_refused;

/** The state or result of an import in one line. It counts calls, while the results below count files. */
export function TaskState({ task }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, reason, total, calls, refused } = task;
  if (status === 'running' && refused === 0)
    return <span>{total === 0 ? t('imports.looking') : t('imports.importing')}</span>;
  if (status === 'running')
    return (
      <span className={styles.outcome} data-warns>
        <Icon of={CircleAlert} size={14} />
        {t('imports.refusedSoFar', { count: refused, shown: format.figure(refused) })}
      </span>
    );
  const warns = allRefused(task) > 0 || status !== 'done';
  const Sign = status === 'paused' ? CirclePause : warns ? CircleAlert : CircleCheck;
  const parts = [
    status !== 'done' &&
      (status === 'failed' && reason ? t(`imports.reason.${reason}`) : t(`imports.status.${status}`)),
    (status === 'done' || calls > 0) && t('imports.calls', { count: calls, shown: format.figure(calls) }),
  ].filter(Boolean);
  return (
    <span className={styles.outcome} data-warns={warns || undefined} role="status">
      <Icon of={Sign} size={14} />
      {parts.join(', ')}
    </span>
  );
}
