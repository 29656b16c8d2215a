import { cancelImport, type Import } from '@shared/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { useNow } from '../../core/use-now';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { ProgressBar } from '../../ui/progress-bar';
import { ProgressRing } from '../../ui/progress-ring';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import { CallsOfImport } from './calls-of-import';
import { useImportFlow } from './import-flow';
import { useImportList } from './import-list';
import { ImportResults } from './import-results';
import { Paused } from './paused';
import styles from './task-list.module.css';
import taskRow from './task-row.module.css';
import { allRefused, TaskState } from './task-state';
import { isUnfinished, useTasks } from './use-tasks';

/** Whether everything was imported without notes. Such an import can be removed once seen. */
const isPlain = ({ status, annotated, rows_without_audio, ...task }: Import) =>
  status === 'done' && annotated + rows_without_audio + allRefused(task) === 0;

/** The running and finished tasks, in a popover from the top bar. Absent when there are none. */
export function TaskList({ note }: { note: (task: Import) => ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tasks = useTasks();
  const { remove } = useImportList();
  const open = useImportFlow((flow) => flow.open);
  if (tasks.length === 0) return null;
  const unfinished = tasks.filter(isUnfinished);
  const total = unfinished.reduce((sum, task) => sum + task.total, 0);
  const done = unfinished.reduce((sum, task) => sum + task.done, 0);
  const label =
    unfinished.length > 0
      ? t('imports.tasksRunning', { done: format.figure(done), total: format.figure(total) })
      : t('imports.tasks');
  const onOpenChange = (isOpen: boolean) => {
    useImportFlow.setState({ open: isOpen });
    if (!isOpen) remove(...tasks.filter(isPlain).map(({ import_id }) => import_id));
  };
  return (
    <Popover
      label={t('imports.tasks')}
      placement="bottom end"
      nonModal
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <IconButton label={label} size={30}>
          {unfinished.length === 0 ? <Icon of={ListChecks} /> : <ProgressRing value={total === 0 ? 0 : done / total} />}
        </IconButton>
      }
    >
      <ul className={styles.tasks} data-focus-group>
        {tasks.map((task) => (
          <TaskRow key={task.import_id} task={task} note={note(task)} />
        ))}
      </ul>
    </Popover>
  );
}

/** One import: its progress and its results. `note` adds the page's information about its calls. */
function TaskRow({ task, note }: { task: Import; note: ReactNode }) {
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
    <li className={taskRow.task}>
      <div className={taskRow.head}>
        <span className={taskRow.name} onPointerEnter={titleWhenCut}>
          {task.name}
        </span>
        {task.total > 0 && (
          <span className={taskRow.count} data-figures>
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
      {unfinished && <ProgressBar label={task.name} done={task.done} total={task.total} className={taskRow.bar} />}
      <div className={taskRow.foot}>
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

/**
 * The remaining time of a running import, at its speed since this was first shown: a pause or a restart before that
 * does not affect it. Shows nothing while there is too little data.
 */
function TimeLeft({ task: { done, total } }: { task: Import }) {
  const { t } = useTranslation();
  const [start] = useState(() => ({ at: Date.now(), done }));
  const elapsedMs = useNow() - start.at;
  const more = done - start.done;
  if (more < 3 || elapsedMs < 3000 || done >= total) return null;
  const minutes = (elapsedMs / more) * ((total - done) / 60_000);
  return (
    <span className={taskRow.left}>
      {minutes < 1 ? t('imports.lessThanAMinute') : t('imports.minutesLeft', { count: Math.round(minutes) })}
    </span>
  );
}
