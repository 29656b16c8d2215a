import type { EvaluationRow } from '@shared/contract/evaluation-reports';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate } from 'react-router';
import { useAddress } from '../../core/address';
import { type Counted, countedIn, forgetCounted } from '../../core/counted';
import { useHolds, useSignedIn } from '../../core/session';
import { ReportCrumb } from '../../form/report-crumb';
import { useFormat } from '../../i18n/use-format';
import { countText } from '../../list/count-text';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import type { Choice } from '../../list/use-choice';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Reassign, ScoreMark, shownStatus, useStatusText, useToAcknowledge } from '../assignments';
import { CalibrationPages, EvaluationTabs } from '../calibrations';
import { PlanPages } from '../plans';
import { type EvaluationOrder, orderIn, useReports, usualOrder } from './evaluations';
import styles from './evaluations-page.module.css';
import { type EvaluationPart, evaluationParts, PartFilter, usePart } from './part-filter';
import { Customer, Due, Mark } from './queue-cells';
import { ScoreBar } from './score-bar';
import { StagePage } from './stage-page';

/** Evaluations: the list, and each one on the stage. */
export const EvaluationsPage = () => (
  <Routes>
    <Route index element={<EvaluationList />} />
    <Route path="calibration/*" element={<CalibrationPages />} />
    <Route path="plans/*" element={<PlanPages />} />
    <Route path=":report_id" element={<StagePage />} />
  </Routes>
);

const look: Look<EvaluationRow> = {
  columns: [
    { id: 'mark', cell: (record) => <Mark {...record} /> },
    { id: 'customer', cell: (record) => <Customer {...record} /> },
    { id: 'started', cell: (record) => <Started {...record} /> },
    { id: 'title', cell: ({ title }) => title },
    { id: 'agent', cell: ({ agent_name }) => agent_name },
    { id: 'evaluator', cell: ({ evaluator_name }) => evaluator_name },
    { id: 'due', cell: (record) => <Due {...record} /> },
    { id: 'sample', cell: (record) => <Sample {...record} /> },
    { id: 'score', cell: (record) => <Result {...record} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['customer', 'title', 'agent', 'evaluator', 'sample']),
  tick: 'mark',
};

function Started({ setup_time }: EvaluationRow) {
  return useFormat().started(setup_time);
}

/** The name of the sample that the call was drawn in. */
function Sample({ sample_id, sample_name }: EvaluationRow) {
  const { t } = useTranslation();
  return sample_id === null ? '–' : (sample_name ?? t('evaluations.sample'));
}

/** The score with its bar and the pass mark, or the word for what the evaluation waits for. */
function Result(row: EvaluationRow) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const { user } = useSignedIn();
  const { score, pass_threshold, is_passed, answer_fail_form } = row;
  const status = shownStatus(row);
  const isMine = row.agent_user_id === user.user_id && row.agent_review_status === 'pending';
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
      {isMine && <strong className={styles.review}>{t('evaluations.part.toAcknowledge')}</strong>}
      {status !== 'completed' && <span className={styles.review}>{statusText(status)}</span>}
    </span>
  );
}

/** The sorts of the columns that have one, and the direction of each at first. */
const sortOf: ReadonlyMap<string, EvaluationOrder> = new Map([
  ['started', { sort: 'setup_time', sort_order: 'desc' }],
  ['title', { sort: 'form', sort_order: 'asc' }],
  ['agent', { sort: 'agent', sort_order: 'asc' }],
  ['evaluator', { sort: 'evaluator', sort_order: 'asc' }],
  ['score', { sort: 'score', sort_order: 'desc' }],
]);
const starts = new Map([...sortOf].map(([column, { sort_order }]) => [column, sort_order]));

/** The column that the list is sorted by, and what its heads do. */
function useSort() {
  const { params, change } = useAddress();
  const order = orderIn(params);
  const column = [...sortOf].find(([, { sort }]) => sort === order.sort)?.[0] ?? usualOrder.sort;
  const onSort = (of: string, sort_order: EvaluationOrder['sort_order']) =>
    change((next) => {
      const sort = sortOf.get(of)?.sort;
      for (const [name, value] of [
        ['by', sort],
        ['sort', sort && sort_order],
      ] as const)
        if (value) next.set(name, value);
        else next.delete(name);
    });
  const usual = { column: usualOrder.sort, order: usualOrder.sort_order };
  return { order, head: { column, order: order.sort_order, onSort, starts, usual } };
}

const nameOf = ({ title, agent_name }: EvaluationRow) => `${title}, ${agent_name}`;

/** Several evaluations, for another evaluator or a later deadline. */
const choose = {
  nameOf,
  actions: (choice: Choice<EvaluationRow>) => <Reassign choice={choice} nameOf={nameOf} />,
};

/** The evaluations that the user reaches, with a search by title, form and agent. */
function EvaluationList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const { part, setPart } = usePart(evaluationParts, 'all');
  const { params, change } = useAddress();
  const counted = countedIn(params);
  const { order, head } = useSort();
  const format = useFormat();
  const mayEdit = useHolds('evaluation_reports:edit');
  const own = useToAcknowledge();
  const countOf = (of: EvaluationPart) => (of === 'toAcknowledge' && own ? countText(own, format.figure) : undefined);
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
      list={useReports(search, part, counted, order)}
      sort={head}
      search={{ text: search, label: t('evaluations.search'), onChange: setSearch }}
      columns={[
        { id: 'mark', name: t('evaluations.mark'), quiet: true },
        { id: 'customer', name: t('evaluations.customer') },
        { id: 'started', name: t('evaluations.started') },
        { id: 'title', name: t('evaluations.form') },
        { id: 'agent', name: t('evaluations.agent') },
        { id: 'evaluator', name: t('evaluations.evaluator') },
        { id: 'due', name: t('evaluations.due') },
        { id: 'sample', name: t('evaluations.sample') },
        { id: 'score', name: t('evaluations.score') },
      ]}
      words={{
        loading: t('evaluations.loading'),
        failed: t('evaluations.failed'),
        moreFailed: t('evaluations.moreFailed'),
        empty: t(isPart ? 'evaluations.emptyPart' : 'evaluations.empty'),
        emptyText: t(
          isPart ? 'evaluations.emptyPartText' : mayEdit ? 'evaluations.emptyText' : 'evaluations.emptyResultsText',
        ),
        noMatch: t('evaluations.noMatch', { search }),
        showAll: t('evaluations.showAll'),
        count: (count, shown) => t('evaluations.count', { count, shown }),
        countMore: (count, shown) => t('evaluations.countMore', { count, shown }),
      }}
      filters={
        <>
          <EvaluationTabs />
          <PartFilter parts={evaluationParts} part={part} onChange={setPart} countOf={countOf}>
            {counted && <CountedNote of={counted.of} />}
          </PartFilter>
        </>
      }
      shows={`${part} ${JSON.stringify(counted)}`}
      add={null}
      {...(mayEdit && { choose })}
      emptyAction={isPart && <Button onPress={showAll}>{t('evaluations.showAll')}</Button>}
      ofCalls
      onOpen={({ report_id }) => void navigate(report_id)}
    />
  );
}

/** Says that the list shows only the evaluations that a figure counts, and leads back to all. */
function CountedNote({ of }: Pick<Counted, 'of'>) {
  const { t } = useTranslation();
  const { change } = useAddress();
  return (
    <p className={styles.note}>
      <ReportCrumb />
      <span className={styles.text}>{t('evaluations.counted', { of })}</span>
      <IconButton label={t('evaluations.countedAll')} size={24} onPress={() => change(forgetCounted)}>
        <Icon of={X} size={14} />
      </IconButton>
    </p>
  );
}
