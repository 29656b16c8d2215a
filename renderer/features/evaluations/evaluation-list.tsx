import { percentageOf } from '@shared/evaluation/scores';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAddress } from '../../core/address';
import { countedIn } from '../../core/counted';
import { useUserNames } from '../../core/user-names';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import { columnsFor, type Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { StatusMark, useStatusText } from '../assignments';
import { CountedNote } from './counted-note';
import styles from './evaluation-list.module.css';
import { type ListedReport, useReports } from './evaluations';
import { PartFilter, usePart } from './part-filter';

const column = columnsFor<ListedReport>();
const look: Look<ListedReport> = {
  columns: column.columns([
    column.display({ id: 'title', cell: ({ row }) => row.original.title }),
    column.display({ id: 'agent', cell: ({ row }) => <Agent {...row.original} /> }),
    column.display({ id: 'state', cell: ({ row }) => <Status {...row.original} /> }),
    column.display({ id: 'points', cell: ({ row }) => <Points {...row.original} /> }),
  ]),
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['title', 'agent', 'state']),
  ends: new Set(['points']),
};

function Agent({ agent_user_id }: ListedReport) {
  return useUserNames([agent_user_id])(agent_user_id) ?? '–';
}

function Status({ status }: ListedReport) {
  const statusText = useStatusText();
  return (
    <span className={styles.status}>
      <StatusMark status={status} />
      {statusText(status)}
    </span>
  );
}

function Points({ report_points, report_max_points }: ListedReport) {
  const format = useFormat();
  const percent = percentageOf(report_points, report_max_points);
  if (percent === null) return '–';
  return format.percent(percent);
}

/** The evaluations that the user reaches, with a search by title, form and agent. */
export function EvaluationList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const { part, setPart } = usePart('all');
  const counted = countedIn(useAddress().params);
  return (
    <ListPage
      title={t('evaluations.title')}
      look={look}
      list={useReports(search, part, counted)}
      search={{ text: search, label: t('evaluations.search'), onChange: setSearch }}
      columns={[
        { id: 'title', name: t('evaluations.form') },
        { id: 'agent', name: t('evaluations.agent') },
        { id: 'state', name: t('evaluations.state') },
        { id: 'points', name: t('evaluations.score') },
      ]}
      words={{
        loading: t('evaluations.loading'),
        failed: t('evaluations.failed'),
        moreFailed: t('evaluations.moreFailed'),
        empty: t('evaluations.empty'),
        emptyText: t('evaluations.emptyText'),
        noMatch: t('evaluations.noMatch', { search }),
        showAll: t('evaluations.showAll'),
        count: (count, shown) => t('evaluations.count', { count, shown }),
        countMore: (count, shown) => t('evaluations.countMore', { count, shown }),
      }}
      filters={
        <PartFilter part={part} onChange={setPart}>
          {counted && <CountedNote of={counted.of} />}
        </PartFilter>
      }
      shows={`${part} ${JSON.stringify(counted)}`}
      add={null}
      ofCalls
      onOpen={({ report_id }) => void navigate(report_id)}
    />
  );
}
