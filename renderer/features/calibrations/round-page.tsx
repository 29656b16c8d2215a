import { type Calibration, type CalibrationResults, calibrationApi } from '@shared/contract/calibrations';
import { exportResult } from '@shared/contract/packages';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { addressOf, versioned } from '../../api/api';
import { changedByCalibration } from '../../api/cache/calibrations';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { useTitle } from '../../core/use-title';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { saveFile } from '../call';
import { Agreement, RoundCallName } from './agreement';
import { BringIn } from './bring-in';
import { finishedOf, path, useResults, useRound } from './calibrations';
import { RoundMenu } from './round-menu';
import styles from './round-page.module.css';

/** A round: its calls while it is open, and how far its people agree once it has ended. */
export function RoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { calibration_id = '' } = useParams();
  const { user } = useSignedIn();
  const { data, error, refetch } = useRound(calibration_id);
  useTitle(data?.round.name);
  const state = data && t(data.round.status === 'open' ? 'calibrations.open' : 'calibrations.ended');
  const back = (
    <Button look="quiet" icon={<Icon of={ArrowLeft} />} onPress={() => void navigate(path)}>
      {t('calibrations.title')}
    </Button>
  );
  return (
    <Page label={data?.round.name ?? t('calibrations.title')} className={styles.page}>
      <PageBar title={data?.round.name ?? ''} of="record" before={back} badge={state}>
        {data && hasOutside(data.round, user.user_id) && <BringIn label={t('calibrations.bringResult')} />}
        {data?.round.status === 'open' && <EndRound round={data.round} version={data.version} />}
        {data && <RoundMenu round={data.round} version={data.version} />}
      </PageBar>
      {data ? (
        <div className={styles.content} data-page-focus tabIndex={-1}>
          <About round={data.round} />
          <Content round={data.round} />
        </div>
      ) : (
        error && (
          <PaneError
            title={t(isRefusal(error, 404) ? 'calibrations.gone' : 'calibrations.failedOne')}
            error={error}
            onRetry={() => void refetch()}
          />
        )
      )}
    </Page>
  );
}

/** Whether the user leads an open round, part of which is scored on another machine. */
const hasOutside = ({ status, leader_user_id, evaluators }: Calibration, user_id: string): boolean =>
  status === 'open' && leader_user_id === user_id && evaluators.some(({ is_outside }) => is_outside);

function Content({ round }: { round: Calibration }) {
  if (round.status === 'open') return <OpenRound round={round} />;
  return round.origin === null ? <EndedRound round={round} /> : <ScoredRound round={round} />;
}

/** A round from another machine, whose answers go back to it. */
function ScoredRound({ round: { calibration_id, origin, evaluators, count_calls } }: { round: Calibration }) {
  const { t } = useTranslation();
  const isWhole = evaluators.every(({ finished }) => finished === count_calls);
  return (
    <>
      <p className={styles.lead}>
        {t(isWhole ? 'calibrations.resultReady' : 'calibrations.resultPartial', { name: origin?.sender_name })}
      </p>
      <p className={styles.quiet}>{t('calibrations.notHere')}</p>
      {isWhole && (
        <div className={styles.save}>
          <Button look="ink" onPress={() => void saveFile(addressOf(exportResult, { calibration_id }))}>
            {t('calibrations.saveResult')}
          </Button>
        </div>
      )}
    </>
  );
}

/** What the round is about: its form, who leads it, and until when it is scored. */
function About({ round }: { round: Calibration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { form_name, form_revision, leader_name, deadline, description, origin } = round;
  const facts = [
    t('calibrations.formVersion', { form: form_name, revision: form_revision }),
    origin === null
      ? t('calibrations.ledBy', { name: leader_name })
      : t('calibrations.from', { name: origin.sender_name }),
    deadline !== null && t('calibrations.dueOn', { due: format.due(deadline) }),
  ];
  return (
    <div className={styles.about}>
      <p className={styles.quiet} data-figures>
        {facts.filter(Boolean).join(' · ')}
      </p>
      {description !== '' && <p>{description}</p>}
    </div>
  );
}

/** The calls of an open round with one’s own part; for a leader who does not score, how far each person is. */
function OpenRound({ round }: { round: Calibration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const own = finishedOf(round, user.user_id);
  const scores = round.calls.some(({ report_id }) => report_id !== null);
  return (
    <>
      <p className={styles.lead}>{t(scores ? 'calibrations.alone' : 'calibrations.waiting')}</p>
      {scores && own !== null && (
        <p className={styles.quiet} data-figures>
          {t('calibrations.scored', { done: own, calls: round.count_calls })}
        </p>
      )}
      {!scores && (
        <ul className={styles.people}>
          {round.evaluators.map(({ user_id, name, finished, is_outside }) => (
            <li key={user_id} className={styles.person}>
              <Icon
                of={finished === null ? CircleDashed : finished === round.count_calls ? CircleCheck : CircleDot}
                size={16}
              />
              <span className={styles.name}>{name}</span>
              {is_outside && <span className={styles.quiet}>{t('calibrations.outside')}</span>}
              <span data-figures>
                {finished === null
                  ? t('calibrations.hidden')
                  : t('calibrations.scored', { done: finished, calls: round.count_calls })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.calls} aria-label={t('calibrations.calls')}>
        {round.calls.map(({ call_id, agent_name, setup_time, report_id }) => (
          <li key={call_id} className={styles.call}>
            <span className={styles.name}>
              <RoundCallName call_id={call_id} setup_time={setup_time} />
            </span>
            <span className={styles.quiet}>{agent_name}</span>
            <span className={styles.quiet} data-figures>
              {format.started(setup_time)}
            </span>
            {report_id !== null && <Link to={`/evaluations/${report_id}`}>{t('calibrations.score')}</Link>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Ends a round early, after asking. */
function EndRound({ round, version }: { round: Calibration; version: string | null }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { user } = useSignedIn();
  const reading = useReadingOnly();
  const mayLead = useHolds('evaluation_reports:calibrate');
  const [isAsking, setAsking] = useState(false);
  const { calibration_id } = round;
  const end = useMutation({
    gcTime: 0,
    mutationFn: () =>
      versioned(calibrationApi.update, {
        params: { calibration_id },
        body: { calibration: { status: 'ended' } },
        version,
      }),
    onSuccess: () => {
      setAsking(false);
      return refresh([...changedByCalibration, ...changedByEvaluation]);
    },
  });
  if (!mayLead || round.leader_user_id !== user.user_id) return null;
  const ask = () => {
    end.reset();
    setAsking(true);
  };
  const known = round.evaluators.map(({ finished }) => finished);
  const done = known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  // How far an expert is, is not told.
  const isTold = !known.includes(null) && round.baseline_user_id === null;
  const left = isTold ? known.length * round.count_calls - done : undefined;
  return (
    <>
      <Button unavailable={reading} onPress={ask}>
        {t('calibrations.end')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('calibrations.endNow')}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('calibrations.keepOpen')}
            </Button>
            <Button look="ink" busy={end.isPending} onPress={() => end.mutate()}>
              {t('calibrations.endIt')}
            </Button>
          </>
        }
      >
        <p>{left === undefined ? t('calibrations.endText') : t('calibrations.endTextCount', { count: left })}</p>
        {end.error && <FormMessage>{refusalText(end.error)}</FormMessage>}
      </Dialog>
    </>
  );
}

/** How far the people of an ended round agree: in all, by call, by question and by person. */
function EndedRound({ round }: { round: Calibration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { calibration_id } = round;
  const { data, error, refetch } = useResults(calibration_id, true);
  if (!data)
    return error && <PaneError title={t('calibrations.failedResults')} error={error} onRetry={() => void refetch()} />;
  const difference = (value: number | null) => {
    if (value === null) return '–';
    if (value === 0) return t('calibrations.noDifference');
    const shown = { count: Math.abs(value), points: format.figure(Math.abs(value)) };
    return t(value < 0 ? 'calibrations.stricter' : 'calibrations.milder', shown);
  };
  const hasExpert = round.baseline_user_id !== null;
  return (
    <>
      <Agreement {...data.agreement} alpha={data.agreement} calls={round.count_calls} />
      <section className={styles.part} aria-labelledby="round-calls">
        <h2 id="round-calls">{t('calibrations.calls')}</h2>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('calibrations.call')}</th>
              <th scope="col">{t('calibrations.alike')}</th>
              {data.evaluators.map(({ user_id, name }) => (
                <th key={user_id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{t('calibrations.apart')}</th>
              <th scope="col">{t('calibrations.agreed')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('calibrations.compare')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.calls.map((call) => (
              <CallRow key={call.call_id} round={round} call={call} people={data.evaluators} />
            ))}
          </tbody>
        </table>
      </section>
      <section className={styles.part} aria-labelledby="round-questions">
        <h2 id="round-questions">{t('calibrations.questions')}</h2>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('calibrations.question')}</th>
              <th scope="col">{t('calibrations.alike')}</th>
              <th scope="col">α</th>
            </tr>
          </thead>
          <tbody>
            {byAgreement(data.questions).map(({ form_question_id, title, alike: same, answers: all, ...one }) => (
              <tr key={form_question_id}>
                <th scope="row">{title}</th>
                <td data-figures>
                  {t('calibrations.of', { alike: format.figure(same), answers: format.figure(all) })}
                </td>
                <td data-figures>{one.alpha === null ? '–' : format.fixed(one.alpha, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={styles.part} aria-labelledby="round-people">
        <h2 id="round-people">{t('calibrations.people')}</h2>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('calibrations.person')}</th>
              <th scope="col">{t(hasExpert ? 'calibrations.thanExpert' : 'calibrations.thanOthers')}</th>
              {hasExpert && <th scope="col">{t('calibrations.alphaExpert')}</th>}
            </tr>
          </thead>
          <tbody>
            {data.evaluators.map(({ user_id, name, is_baseline, score_difference, alpha_baseline }) => (
              <tr key={user_id}>
                <th scope="row">{name}</th>
                <td data-figures>{is_baseline ? t('calibrations.isExpert') : difference(score_difference)}</td>
                {hasExpert && <td data-figures>{alpha_baseline === null ? '–' : format.fixed(alpha_baseline, 2)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The lowest α first; questions without one last. */
const byAgreement = (questions: CalibrationResults['questions']) =>
  questions.toSorted(
    (one, other) => (one.alpha ?? Number.POSITIVE_INFINITY) - (other.alpha ?? Number.POSITIVE_INFINITY),
  );

type CallRowProps = {
  round: Calibration;
  call: CalibrationResults['calls'][number];
  people: CalibrationResults['evaluators'];
};

function CallRow({ round, call, people }: CallRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { call_id, alike, answers, score_spread, agreed_score, scores } = call;
  const setup_time = round.calls.find((one) => one.call_id === call_id)?.setup_time ?? round.created_at;
  const to = `${path}/${round.calibration_id}/${call_id}`;
  return (
    <tr>
      <th scope="row">
        <Link to={to}>
          <RoundCallName call_id={call_id} setup_time={setup_time} />
        </Link>
      </th>
      <td data-figures>{t('calibrations.of', { alike: format.figure(alike), answers: format.figure(answers) })}</td>
      {people.map(({ user_id }) => {
        const score = scores.find((one) => one.user_id === user_id)?.score ?? null;
        return (
          <td key={user_id} data-figures>
            {score === null ? '–' : format.percent(score)}
          </td>
        );
      })}
      <td data-figures>{score_spread === null ? '–' : t('calibrations.pointsApart', { count: score_spread })}</td>
      <td data-figures>{agreed_score === null ? '–' : format.percent(agreed_score)}</td>
      <td>
        <Icon of={ChevronRight} size={14} />
      </td>
    </tr>
  );
}
