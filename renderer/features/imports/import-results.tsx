import type { Import } from '@shared/contract/imports';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import styles from './import-results.module.css';
import { ImportRows, type RowsOf } from './import-rows';

/** What can be listed of an import, and how much there is of it. */
const results: { of: RowsOf; count: (task: Import) => number }[] = [
  { of: 'imported', count: ({ imported }) => imported },
  { of: 'skipped', count: ({ skipped }) => skipped },
  { of: 'refused', count: ({ refused }) => refused },
  { of: 'annotated', count: ({ annotated }) => annotated },
  { of: 'without_audio', count: ({ rows_without_audio }) => rows_without_audio },
];

/** The files and rows of an import by what became of them; each line opens its list. */
export function ImportResults({ task }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [opened, setOpened] = useState<RowsOf | null>(null);
  const shown = results.filter(({ count }) => count(task) > 0);
  return shown.map(({ of, count }) => {
    const isOpen = of === opened;
    return (
      <div key={of} className={styles.result}>
        <AriaButton
          className={styles.opener ?? ''}
          aria-expanded={isOpen}
          onPress={() => setOpened(isOpen ? null : of)}
        >
          <ChevronRight size={12} strokeWidth={2} aria-hidden="true" />
          {t(`imports.result.${of}`, { count: count(task), shown: format.figure(count(task)) })}
        </AriaButton>
        {isOpen && <ImportRows import_id={task.import_id} of={of} count={count(task)} />}
      </div>
    );
  });
}
