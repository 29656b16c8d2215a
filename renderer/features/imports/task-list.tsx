import type { Import } from '@shared/contract/imports';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { ProgressRing } from '../../ui/progress-ring';
import { useImportFlow } from './import-flow';
import { useImportList } from './import-list';
import styles from './task-list.module.css';
import { TaskRow } from './task-row';
import { allRefused } from './task-state';
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
