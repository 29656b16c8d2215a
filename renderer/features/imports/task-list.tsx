import { ListChecks } from 'lucide-react';
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
  const putAway = useImportFlow((flow) => flow.putAway);
  if (tasks.length === 0) return null;
  const running = tasks.filter(({ status }) => status === 'running');
  const total = running.reduce((sum, task) => sum + task.total, 0);
  const done = running.reduce((sum, task) => sum + task.done, 0);
  const label = running.length > 0 ? t('imports.tasksRunning', { done, total }) : t('imports.tasks');
  const onOpenChange = (isOpen: boolean) => {
    useImportFlow.setState({ open: isOpen });
    // What has been seen and asks for nothing is removed.
    const seen = isOpen ? [] : tasks.filter(({ status, refused }) => status === 'done' && refused === 0);
    for (const { import_id } of seen) putAway(import_id);
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
          {running.length === 0 ? (
            <ListChecks size={16} strokeWidth={1.75} />
          ) : (
            <ProgressRing value={total === 0 ? 0 : done / total} />
          )}
        </IconButton>
      }
    >
      <ul className={styles.tasks} data-focus-group>
        {tasks.map((task) => (
          <TaskRow key={task.import_id} task={task} />
        ))}
      </ul>
    </Popover>
  );
}
