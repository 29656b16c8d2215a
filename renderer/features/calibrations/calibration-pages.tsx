import type { ListedCalibration } from '@shared/contract/calibrations';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate } from 'react-router';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearch } from '../../list/use-search';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { BringIn } from './bring-in';
import styles from './calibration-pages.module.css';
import { finishedOf, path, useResults, useRounds } from './calibrations';
import { ComparedPage } from './compared-page';
import { EvaluationTabs } from './evaluation-tabs';
import { NewRoundPage } from './new-round-page';
import { RoundPage } from './round-page';

/** Calibration: the rounds, a new one, each one, and the answers to one of its calls. */
export const CalibrationPages = () => (
  <Routes>
    <Route index element={<RoundList />} />
    <Route path="new" element={<NewRoundPage />} />
    <Route path=":calibration_id" element={<RoundPage />} />
    <Route path=":calibration_id/:call_id" element={<ComparedPage />} />
  </Routes>
);

const look: Look<ListedCalibration> = {
  columns: [
    { id: 'name', cell: (round) => <Name {...round} /> },
    { id: 'form', cell: ({ form_name }) => form_name },
    { id: 'calls', cell: ({ count_calls }) => <Calls count={count_calls} /> },
    { id: 'people', cell: (round) => <People {...round} /> },
    { id: 'due', cell: (round) => <Due {...round} /> },
    { id: 'state', cell: (round) => <State {...round} /> },
    { id: 'agreement', cell: (round) => <Alpha {...round} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ calibration_id }) => calibration_id,
  texts: new Set(['name', 'form']),
  ends: new Set(['calls']),
};

/** The name, and whom a round from another machine is from. */
function Name({ name, origin }: ListedCalibration) {
  const { t } = useTranslation();
  return (
    <>
      {name}
      {origin && <span className={styles.from}>{t('calibrations.from', { name: origin.sender_name })}</span>}
    </>
  );
}

const Calls = ({ count }: { count: number }) => useFormat().figure(count);

const shownPeople = 5;

function People({ evaluators }: ListedCalibration) {
  return (
    <span className={styles.people}>
      {evaluators.slice(0, shownPeople).map(({ user_id, name }) => (
        <Avatar key={user_id} name={name} size={22} />
      ))}
      <span className="visually-hidden">{evaluators.map(({ name }) => name).join(', ')}</span>
      {evaluators.length > shownPeople && <span aria-hidden="true">+{evaluators.length - shownPeople}</span>}
    </span>
  );
}

function Due({ deadline, status }: ListedCalibration) {
  const format = useFormat();
  return deadline === null || status === 'ended' ? '–' : format.due(deadline);
}

/** How far the round is: one’s own part, or all of it for a leader who does not score. */
function State(round: ListedCalibration) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  if (round.status === 'ended') return t('calibrations.ended');
  const own = finishedOf(round, user.user_id);
  const isIn = round.evaluators.some(({ user_id }) => user_id === user.user_id);
  if (isIn && own !== null) return t('calibrations.scored', { done: own, calls: round.count_calls });
  const all = round.evaluators.map(({ finished }) => finished);
  if (all.includes(null)) return t('calibrations.open');
  const done = all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  // Then it waits for its expert, whose progress is not told.
  if (done === round.count_calls * all.length) return t('calibrations.open');
  return t('calibrations.scored', { done, calls: round.count_calls * all.length });
}

/** α as a bar from 0 to 1, with its interval as a line. */
function Alpha({ calibration_id, status, origin }: ListedCalibration) {
  const { t } = useTranslation();
  const format = useFormat();
  const isCompared = status === 'ended' && origin === null;
  const { data } = useResults(calibration_id, isCompared);
  if (!isCompared) return '–';
  if (!data) return '';
  const { alpha, low, high } = data.agreement;
  if (alpha === null) return t('calibrations.noAlpha');
  const at = (value: number) => `${100 * Math.min(1, Math.max(0, value))}%`;
  return (
    <span className={styles.alpha}>
      <span className={styles.scale} aria-hidden="true">
        <span className={styles.bar} style={{ inlineSize: at(alpha) }} />
        {low !== null && high !== null && (
          <span
            className={styles.interval}
            style={{ insetInlineStart: at(low), inlineSize: `calc(${at(high)} - ${at(low)})` }}
          />
        )}
      </span>
      {format.fixed(alpha, 2)}
    </span>
  );
}

function RoundList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayLead = useHolds('evaluation_reports:calibrate');
  const whyNot = mayLead ? undefined : t('calibrations.mayNotLead');
  const add = (
    <Button look="ink" icon={<Icon of={Plus} />} unavailable={whyNot} onPress={() => void navigate(`${path}/new`)}>
      {t('calibrations.newRound')}
    </Button>
  );
  return (
    <ListPage
      title={t('calibrations.title')}
      look={look}
      list={useRounds(search)}
      search={{ text: search, label: t('calibrations.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('calibrations.name') },
        { id: 'form', name: t('calibrations.form') },
        { id: 'calls', name: t('calibrations.calls') },
        { id: 'people', name: t('calibrations.people') },
        { id: 'due', name: t('calibrations.due') },
        { id: 'state', name: t('calibrations.state') },
        { id: 'agreement', name: t('calibrations.agreement') },
      ]}
      words={{
        loading: t('calibrations.loading'),
        failed: t('calibrations.failed'),
        moreFailed: t('calibrations.moreFailed'),
        empty: t('calibrations.empty'),
        emptyText: t('calibrations.emptyText'),
        noMatch: t('calibrations.noMatch', { search }),
        showAll: t('calibrations.showAll'),
        count: (count, shown) => t('calibrations.count', { count, shown }),
        countMore: (count, shown) => t('calibrations.countMore', { count, shown }),
      }}
      filters={<EvaluationTabs />}
      add={
        <>
          <BringIn label={t('calibrations.bringPackage')} />
          {add}
        </>
      }
      emptyAction={add}
      ofCalls
      onOpen={({ calibration_id }) => void navigate(`${path}/${calibration_id}`)}
    />
  );
}
