import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { ProgressRing } from '../../ui/progress-ring';
import { useImportFlow } from './import-flow';
import styles from './task-list.module.css';
import { TaskRow } from './task-row';
import { useTasks } from './use-tasks';

/** What works away while one does other things, in a popover from the top bar. Absent while there is nothing. */
export function TaskList() {
  const { t } = useTranslation();
  const tasks = useTasks();
  const open = useImportFlow((flow) => flow.open);
  if (tasks.length === 0) return null;
  const running = tasks.filter(({ status }) => status === 'running');
  const total = running.reduce((sum, task) => sum + task.total, 0);
  const done = running.reduce((sum, task) => sum + task.done, 0);
  const label = running.length > 0 ? t('imports.tasksRunning', { done, total }) : t('imports.tasks');
  return (
    <Popover
      label={t('imports.tasks')}
      placement="bottom end"
      nonModal
      open={open}
      onOpenChange={(isOpen) => useImportFlow.setState({ open: isOpen })}
      trigger={
        <IconButton label={label} size={30}>
          <ProgressRing value={running.length === 0 ? 1 : total === 0 ? 0 : done / total} over={running.length === 0} />
        </IconButton>
      }
    >
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <TaskRow key={task.import_id} task={task} />
        ))}
      </ul>
    </Popover>
  );
}
