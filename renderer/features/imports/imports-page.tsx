import { type Import, listImports } from '@shared/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { importKeys } from '../../api/cache/imports';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useCollection } from '../../list/use-collection';
import { useListWords } from '../../list/use-list-words';
import { Icon } from '../../ui/icon';
import { CallsOfImport } from './calls-of-import';
import { ImportMenu } from './import-menu';
import { ImportResults } from './import-results';
import styles from './imports-page.module.css';
import { Paused } from './paused';
import { allRefused, TaskState } from './task-state';
import { laterOf } from './use-tasks';

const look: Look<Import> = {
  columns: [
    { id: 'name', cell: ({ name }) => name },
    { id: 'started', cell: (record) => <Started {...record} /> },
    { id: 'result', cell: (record) => <Result task={record} /> },
    { id: 'present', cell: (record) => <Count of={present} task={record} /> },
    { id: 'refused', cell: (record) => <Count of={allRefused} task={record} /> },
    { id: 'open', cell: () => <Icon of={ChevronDown} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ import_id }) => import_id,
  texts: new Set(['name', 'result']),
  ends: new Set(['present', 'refused']),
  opener: 'open',
};

const present = ({ skipped, rows_skipped }: Import): number => skipped + rows_skipped;

/** An import of the list, as the events of a running one have changed it since. */
function useLatest(task: Import): Import {
  const { data } = useQuery<Import>({ queryKey: importKeys.one(task.import_id), enabled: false });
  return laterOf(data, task);
}

const Started = ({ created_at }: Import) => useFormat().started(created_at);

const Result = ({ task }: { task: Import }) => <TaskState task={useLatest(task)} />;

function Count({ of, task }: { of: (task: Import) => number; task: Import }) {
  const format = useFormat();
  return format.figure(of(useLatest(task)));
}

function Details({ task }: { task: Import }) {
  const now = useLatest(task);
  return (
    <div className={styles.details}>
      {now.status === 'paused' && <Paused task={now} />}
      <ImportResults task={now} />
      <CallsOfImport task={now} />
    </div>
  );
}

const all = {};
const keyOf = (_: object, page: number) => importKeys.list(page);

/** Every import that the user sees, newest first, with its results and its calls. */
export function ImportsPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      title={t('imports.tasks')}
      look={look}
      list={useCollection(listImports, 'imports', keyOf, all)}
      columns={[
        { id: 'name', name: t('imports.source') },
        { id: 'started', name: t('imports.started'), sorted: 'desc' },
        { id: 'result', name: t('imports.outcome') },
        { id: 'present', name: t('imports.present') },
        { id: 'refused', name: t('imports.refused') },
        { id: 'open', name: t('imports.details'), quiet: true },
      ]}
      words={useListWords('imports')}
      add={<ImportMenu />}
      details={(task) => <Details task={task} />}
    />
  );
}
