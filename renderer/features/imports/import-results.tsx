import type { Import } from '@shared/contract/imports';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { NamedAgents } from '../agent-links';
import styles from './import-results.module.css';
import { ImportRows, type RowsOf } from './import-rows';

const ofFiles = ['imported', 'skipped', 'refused', 'annotated', 'record_files_refused', 'other_files'] as const;
const ofRows = ['rows_imported', 'rows_skipped', 'rows_refused', 'rows_without_audio'] as const;

/** The files of an import by outcome, then its rows of call details. Each line opens its list. Below, agents who are users. */
export function ImportResults({ task }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [opened, setOpened] = useState<RowsOf | null>(null);
  const line = (of: RowsOf) => {
    const count = task[of];
    const isOpen = of === opened;
    return (
      count > 0 && (
        <div key={of} className={styles.result}>
          <AriaButton
            className={styles.opener ?? ''}
            aria-expanded={isOpen}
            onPress={() => setOpened(isOpen ? null : of)}
          >
            <Icon of={ChevronRight} size={12} strokeWidth={2} />
            {t(`imports.result.${of === 'annotated' && task.rows_imported > 0 ? 'annotatedRows' : of}`, {
              count,
              shown: format.figure(count),
            })}
          </AriaButton>
          {isOpen && <ImportRows import_id={task.import_id} of={of} count={count} />}
        </div>
      )
    );
  };
  const { rows, rows_with_audio } = task;
  const allRows = t('imports.rows', { count: rows, shown: format.figure(rows) });
  return (
    <>
      {ofFiles.map(line)}
      {rows > 0 && (
        <p className={styles.rows}>
          {rows_with_audio === 0
            ? allRows
            : rows_with_audio === rows
              ? t('imports.rowsAllOfRecordings', { rows: allRows, count: rows })
              : t('imports.rowsOfRecordings', {
                  rows: allRows,
                  count: rows_with_audio,
                  shown: format.figure(rows_with_audio),
                })}
        </p>
      )}
      {ofRows.map(line)}
      {task.finished_at !== null && task.calls > 0 && <NamedAgents import_id={task.import_id} />}
    </>
  );
}
