import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon';
import styles from './verdict.module.css';

/** Whether an average reaches the pass mark. */
export function Verdict({ passes }: { passes: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles.verdict} data-passes={passes}>
      {t(passes ? 'reports.passes' : 'reports.below')}
      <Icon of={passes ? CircleCheck : CircleX} size={14} />
    </span>
  );
}
