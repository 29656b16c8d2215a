import type { Import } from '@shared/contract/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../core/use-now';
import styles from './task-row.module.css';

/**
 * The remaining time of a running import, at its speed since this was first shown: a pause or a restart before that
 * does not affect it. Shows nothing while there is too little data.
 */
export function TimeLeft({ task: { done, total } }: { task: Import }) {
  const { t } = useTranslation();
  const [start] = useState(() => ({ at: Date.now(), done }));
  const elapsedMs = useNow() - start.at;
  const more = done - start.done;
  if (more < 3 || elapsedMs < 3000 || done >= total) return null;
  const minutes = (elapsedMs / more) * ((total - done) / 60_000);
  return (
    <span className={styles.left}>
      {minutes < 1 ? t('imports.lessThanAMinute') : t('imports.minutesLeft', { count: Math.round(minutes) })}
    </span>
  );
}
