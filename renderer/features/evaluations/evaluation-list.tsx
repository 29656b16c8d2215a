import type { EvaluationRow } from '@shared/contract/evaluation-reports';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAddress } from '../../core/address';
import { countedIn, forgetCounted } from '../../core/counted';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import { columnsFor, type Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { ScoreMark, shownStatus, useStatusText } from '../assignments';
import { CountedNote } from './counted-note';
import styles from './evaluation-list.module.css';
import { useReports } from './evaluations';
import { PartFilter, usePart } from './part-filter';
import { Customer, Mark } from './queue-cells';
import { ScoreBar } from './score-bar';

const column = columnsFor<EvaluationRow>();
const look: Look<EvaluationRow> = {
  columns: column.columns([
    column.display({ id: 'mark', cell: ({ row }) => <Mark {...row.original} /> }),
    column.display({ id: 'customer', cell: ({ row }) => <Customer {...row.original} /> }),
    column.display({ id: 'started', cell: ({ row }) => <Started {...row.original} /> }),
    column.display({ id: 'title', cell: ({ row }) => row.original.title }),
    column.display({ id: 'agent', cell: ({ row }) => row.original.agent_name }),
    column.display({ id: 'evaluator', cell: ({ row }) => row.original.evaluator_name }),
    column.display({ id: 'score', cell: ({ row }) => <Result {...row.original} /> }),
  ]),
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['customer', 'title', 'agent', 'evaluator']),
};

function Started({ setup_time }: EvaluationRow) {
  return useFormat().started(setup_time);
}

/** The score with its bar and the pass mark, or the word for what the evaluation waits for. */
function Result(row: EvaluationRow) {
  const statusText = useStatusText();
  const { score, pass_threshold, is_passed, answer_fail_form } = row;
  const status = shownStatus(row);
  if (row.status !== 'completed') return statusText(status);
  return (
    <span className={styles.result}>
      {score === null ? (
        '–'
      ) : (
        <>
          <ScoreBar score={score} pass_threshold={pass_threshold} isFailed={is_passed === false} />
          <ScoreMark score={score} is_passed={is_passed} fails={answer_fail_form} />
        </>
      )}
      {status === 'disputed' && <span className={styles.disputed}>{statusText(status)}</span>}
    </span>
  );
}

/** The evaluations that the user reaches, with a search by title, form and agent. */
export function EvaluationList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const { part, setPart } = usePart('all');
  const { params, change } = useAddress();
  const counted = countedIn(params);
  const isPart = part !== 'all' || counted !== null;
  const showAll = () =>
    change((next) => {
      forgetCounted(next);
      next.delete('show');
    });
  return (
    <ListPage
      title={t('evaluations.title')}
      look={look}
      list={useReports(search, part, counted)}
      search={{ text: search, label: t('evaluations.search'), onChange: setSearch }}
      columns={[
        { id: 'mark', name: t('evaluations.mark'), quiet: true },
        { id: 'customer', name: t('evaluations.customer') },
        { id: 'started', name: t('evaluations.started') },
        { id: 'title', name: t('evaluations.form') },
        { id: 'agent', name: t('evaluations.agent') },
        { id: 'evaluator', name: t('evaluations.evaluator') },
        { id: 'score', name: t('evaluations.score') },
      ]}
      words={{
        loading: t('evaluations.loading'),
        failed: t('evaluations.failed'),
        moreFailed: t('evaluations.moreFailed'),
        empty: t(isPart ? 'evaluations.emptyPart' : 'evaluations.empty'),
        emptyText: t(isPart ? 'evaluations.emptyPartText' : 'evaluations.emptyText'),
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
      emptyAction={isPart && <Button onPress={showAll}>{t('evaluations.showAll')}</Button>}
      ofCalls
      onOpen={({ report_id }) => void navigate(report_id)}
    />
  );
}
