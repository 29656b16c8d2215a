import {
  type AgreedAnswer,
  agreeOnAnswer,
  type Calibration,
  type CalibrationResults,
} from '@shared/contract/calibrations';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, CircleX, OctagonAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/api';
import { changedByAgreeing } from '../../api/cache/calibrations';
import { isRefusal } from '../../api/refusal';
import { useFormRevision } from '../../core/form-revision';
import { narrow } from '../../core/layout';
import { refresh } from '../../core/query-client';
import { useCommand } from '../../core/use-command';
import { useTitle } from '../../core/use-title';
import { LeaveDialog } from '../../form/leave-dialog';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Neighbours } from '../../list/neighbours';
import { initials } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import stage from '../../ui/stage.module.css';
import { TabList, tabPanel } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import { useMediaQuery } from '../../ui/use-media-query';
import { CallHeading, useCall } from '../call';
import { useCallName } from '../parties';
import { markMoments, useInDeck } from '../player';
import { useGivenText } from '../scorecard';
import { Agreement } from './agreement';
import { type ComparedQuestion, path, useComparedCall, useResults, useRound } from './calibrations';
import styles from './compared-page.module.css';
import { ComparedPane, type Written } from './compared-pane';
import { useHearAll } from './use-hear-all';

type Given = ComparedQuestion['answers'][number];

/** The answers of all evaluators to a call of an ended round, side by side, with what they agree on. */
export function ComparedPage() {
  const { t } = useTranslation();
  const { calibration_id = '', call_id = '' } = useParams();
  const round = useRound(calibration_id);
  const compared = useComparedCall(calibration_id, call_id);
  const { data: call, error: callError } = useCall(call_id);
  const results = useResults(calibration_id, round.data?.round.status === 'ended');
  const callName = useCallName();
  useTitle(call && callName(call));
  useInDeck(call);
  const failed = [round, compared, results].find((one) => one.error !== null);
  const own = results.data?.calls.find((one) => one.call_id === call_id);
  return (
    <main className={stage.stage} aria-label={t('calibrations.compared')} data-stage="compared">
      <Bar round={round.data?.round} call_id={call_id} />
      {call && (
        <CallHeading call={call}>
          {results.data && own && (
            <Agreement {...own} alpha={results.data.agreement} calls={results.data.calls.length} />
          )}
        </CallHeading>
      )}
      {isRefusal(callError, 403, 404) && (
        <header className={stage.heading}>
          <FormMessage>{t('calibrations.callUnseen')}</FormMessage>
        </header>
      )}
      {round.data && compared.data && results.data ? (
        <Comparison
          key={call_id}
          round={round.data.round}
          questions={compared.data.questions}
          results={results.data}
          call_id={call_id}
        />
      ) : (
        failed && (
          <div className={styles.failed}>
            <PaneError
              title={t(isRefusal(failed.error, 404) ? 'calibrations.gone' : 'calibrations.failedOne')}
              error={failed.error}
              onRetry={() => void failed.refetch()}
            />
          </div>
        )
      )}
    </main>
  );
}

/** The way back to the round, and to its other calls. */
function Bar({ round, call_id }: { round: Calibration | undefined; call_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const back = () => void navigate(round ? `${path}/${round.calibration_id}` : path);
  useCommand('clear', () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches('input, textarea'))
      active.closest('[data-pane]')?.querySelector<HTMLElement>('[data-pane-focus]')?.focus();
    else back();
  });
  const calls = round?.calls ?? [];
  const at = calls.findIndex((one) => one.call_id === call_id);
  const goTo = (index: number) => {
    const other = calls[index];
    return round && at >= 0 && other
      ? () => void navigate(`${path}/${round.calibration_id}/${other.call_id}`, { replace: true })
      : undefined;
  };
  return (
    <div className={stage.bar}>
      <Button look="quiet" icon={<Icon of={ArrowLeft} />} onPress={back}>
        {round?.name ?? t('calibrations.title')}
      </Button>
      {at >= 0 && (
        <Neighbours
          words={{
            list: t('calibrations.calls'),
            place: t('calibrations.of', { alike: format.figure(at + 1), answers: format.figure(calls.length) }),
            previous: t('calibrations.previousCall'),
            next: t('calibrations.nextCall'),
            isFirst: t('calibrations.isFirst'),
            isLast: t('calibrations.isLast'),
          }}
          above={goTo(at - 1)}
          below={goTo(at + 1)}
        />
      )}
    </div>
  );
}

type ComparisonProps = {
  round: Calibration;
  questions: readonly ComparedQuestion[];
  results: CalibrationResults;
  call_id: string;
};

const of = 'compared';

/** The table, and what people said about its current question. In a narrow window, two tabs. */
function Comparison({ round, questions, results, call_id }: ComparisonProps) {
  const { t } = useTranslation();
  const { data: call } = useCall(call_id);
  const { data: form } = useFormRevision(round.form_id, round.form_revision);
  const isNarrow = useMediaQuery(narrow);
  const [tab, setTab] = useState<'table' | 'voices'>('table');
  const groups = useMemo(() => groupsOf(questions), [questions]);
  const rows = [...groups.differing, ...groups.alike, ...groups.uncompared];
  const [chosen, setChosen] = useState<string | null>(null);
  const current = rows.find((one) => one.form_question_id === chosen) ?? rows[0];
  const id = current?.form_question_id;
  const people = results.evaluators;
  const placed = useMemo(() => placesOf(form?.sections), [form]);
  useEffect(() => {
    const row = id === undefined ? null : document.querySelector<HTMLElement>(`tr[data-question="${id}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.closest('tr[data-question]')) row?.querySelector('button')?.focus();
  }, [id]);
  const show = (question: ComparedQuestion | undefined) => question && setChosen(question.form_question_id);
  const at = current ? rows.indexOf(current) : -1;
  const { differing } = groups;
  const next = differing[(differing.findIndex((one) => one === current) + 1) % Math.max(1, differing.length)];
  const hear = useHearAll(call ?? null, current);
  /** Enter on another row than the current one chooses it. */
  const enter = () => {
    const focused = document.activeElement?.closest('tr[data-question]')?.getAttribute('data-question') ?? id;
    if (focused === id) hear?.();
    else setChosen(focused ?? null);
  };
  useCommand('questionUp', at > 0 ? () => show(rows[at - 1]) : undefined);
  useCommand('questionDown', (chord) => (chord === 'Enter' ? enter() : show(rows[at + 1])));
  useCommand('momentPlay', hear);
  useCommand('differingNext', next ? () => show(next) : undefined, t('calibrations.noneDiffers'));
  useCommand('commentWrite', () => {
    flushSync(() => setTab('voices'));
    document.querySelector<HTMLElement>('[data-write-comment] :is(input, textarea)')?.focus();
  });
  useMarks(call_id, current, people);
  const [written, setWritten] = useState<ReadonlyMap<string, Written>>(new Map());
  const write = (question: string, change: Written) =>
    setWritten((all) => new Map(all).set(question, { ...all.get(question), ...change }));
  const refusalText = useRefusalText();
  const agree = useMutation({
    gcTime: 0,
    mutationFn: ({ form_question_id, agreed }: { form_question_id: string; agreed: AgreedAnswer }) =>
      api(agreeOnAnswer, {
        params: { calibration_id: round.calibration_id, call_id, form_question_id },
        body: { agreed },
      }),
    onSuccess: async (_answer, { form_question_id }) => {
      write(form_question_id, { agreed: undefined });
      // Whoever has gone on to another question stays there.
      if (next)
        setChosen((now) => ((now ?? rows[0]?.form_question_id) === form_question_id ? next.form_question_id : now));
      await refresh(changedByAgreeing(round.calibration_id));
    },
    onError: (error) => toast(refusalText(error), 'note'),
  });
  const hasUnsaved = () =>
    [...written.values()].some(({ comment, agreed }) => Boolean(comment) || agreed !== undefined);
  return (
    <>
      <LeaveDialog hasUnsaved={hasUnsaved} names={t('calibrations.unsaved')} />
      {isNarrow && (
        <div className={styles.tabs} data-place="form">
          <TabList
            label={t('calibrations.show')}
            of={of}
            tabs={[
              { id: 'table', name: t('calibrations.questions') },
              { id: 'voices', name: t('calibrations.voices') },
            ]}
            value={tab}
            onChange={setTab}
          />
        </div>
      )}
      <div
        className={styles.below}
        data-place="form"
        data-pane
        tabIndex={-1}
        {...(isNarrow && { ...tabPanel(of, 'table'), hidden: tab !== 'table' })}
      >
        <div className={styles.scroll} data-passed-keys="ArrowUp ArrowDown Enter">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('calibrations.question')}</th>
                {people.map(({ user_id, name, is_baseline }) => (
                  <th key={user_id} scope="col" className={classNames(styles.person, is_baseline && styles.expert)}>
                    {name}
                    {is_baseline && <span className="visually-hidden">, {t('calibrations.isExpert')}</span>}
                  </th>
                ))}
                <th scope="col" className={styles.spread}>
                  {t('calibrations.spread')}
                </th>
                <th scope="col" className={styles.person}>
                  {t('calibrations.agreed')}
                </th>
              </tr>
            </thead>
            {(['differing', 'alike', 'uncompared'] as const).map(
              (group) =>
                groups[group].length > 0 && (
                  <tbody key={group} data-group={group}>
                    {group !== 'differing' && (
                      <tr className={styles.group}>
                        <th scope="rowgroup" colSpan={people.length + 3}>
                          {t(`calibrations.${group}Questions`, { count: groups[group].length })}
                        </th>
                      </tr>
                    )}
                    {groups[group].map((question) => (
                      <QuestionRow
                        key={question.form_question_id}
                        question={question}
                        number={placed.get(question.form_question_id)?.number}
                        people={people}
                        alpha={
                          results.questions.find((one) => one.form_question_id === question.form_question_id)?.alpha
                        }
                        isCurrent={question === current}
                        onShow={() => show(question)}
                      />
                    ))}
                  </tbody>
                ),
            )}
            <ScoreRow results={results} call_id={call_id} pass_threshold={form?.pass_threshold ?? null} />
          </table>
        </div>
      </div>
      <section
        className={stage.form}
        data-shown={!isNarrow || tab === 'voices' || undefined}
        aria-label={t('calibrations.voices')}
        data-place="form"
        data-pane
        tabIndex={-1}
      >
        <div className={stage.panel} {...(isNarrow && tabPanel(of, 'voices'))}>
          {current && (
            <ComparedPane
              key={id}
              round={round}
              call={call ?? null}
              call_id={call_id}
              question={current}
              people={people}
              place={placed.get(current.form_question_id)}
              asked={form?.sections.flatMap((one) => one.questions).find(isSame(current))}
              differing={differing.length}
              at={differing.indexOf(current)}
              hear={hear}
              isShown={!isNarrow || tab === 'voices'}
              written={written.get(current.form_question_id) ?? {}}
              onWrite={(change) => write(current.form_question_id, change)}
              isBusy={agree.isPending}
              onAgree={(agreed) => agree.mutate({ form_question_id: current.form_question_id, agreed })}
            />
          )}
        </div>
      </section>
    </>
  );
}

const isSame = (one: { form_question_id: string }) => (other: { form_question_id: string }) =>
  one.form_question_id === other.form_question_id;

/** The number of each question, `2.3`, and its section. */
const placesOf = (
  sections: readonly { title: string; questions: readonly { form_question_id: string }[] }[] = [],
): ReadonlyMap<string, { number: string; section: string }> =>
  new Map(
    sections.flatMap(({ title, questions }, i) =>
      questions.map(({ form_question_id }, j) => [form_question_id, { number: `${i + 1}.${j + 1}`, section: title }]),
    ),
  );

/** Questions that differ, the widest spread first and critical ones after them; the others in the order of the form. */
function groupsOf(questions: readonly ComparedQuestion[]) {
  const weight = ({ spread, is_critical }: ComparedQuestion) => (is_critical ? -1 : (spread ?? 0));
  const where = (is: boolean | null) => questions.filter(({ is_alike }) => is_alike === is);
  return {
    differing: where(false).toSorted((one, other) => weight(other) - weight(one)),
    alike: where(true),
    uncompared: where(null),
  };
}

type People = CalibrationResults['evaluators'];

/** Marks the moments of the current question above the lanes, with the initials of who linked them. */
function useMarks(call_id: string, question: ComparedQuestion | undefined, people: People): void {
  const nameOf = (user_id: string) => people.find((one) => one.user_id === user_id)?.name ?? '';
  const moments = (question?.answers ?? []).flatMap(({ user_id, position }) =>
    position === null
      ? []
      : [{ label: initials(nameOf(user_id)), title: nameOf(user_id), position, end_position: null }],
  );
  const marked = JSON.stringify(moments);
  useEffect(() => markMoments('answers', { call_id, moments: JSON.parse(marked) }), [call_id, marked]);
}

/**
 * The answer farthest from the expert, without one from the median of all evaluators. Undefined when several are as far, or
 * none is.
 */
function farthestOf({ answers }: ComparedQuestion): Given | undefined {
  const known = answers.flatMap((one) => (one.na || one.points === null ? [] : [{ one, points: one.points }]));
  const others = known.filter(({ one }) => !one.is_baseline);
  const sorted = others.map(({ points }) => points).sort((a, b) => a - b);
  const middle =
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
  const from = known.find(({ one }) => one.is_baseline)?.points ?? middle;
  const far = others.map(({ one, points }) => ({ one, away: Math.abs(points - from) }));
  const most = Math.max(0, ...far.map(({ away }) => away));
  const found = far.filter(({ away }) => away === most);
  return most > 0 && found.length === 1 ? found[0]?.one : undefined;
}

type RowProps = {
  question: ComparedQuestion;
  number: string | undefined;
  people: People;
  alpha: number | null | undefined;
  isCurrent: boolean;
  onShow: () => void;
};

function QuestionRow({ question, number, people, alpha, isCurrent, onShow }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const givenText = useGivenText();
  const far = farthestOf(question);
  return (
    <tr
      className={styles.row}
      data-question={question.form_question_id}
      data-current={isCurrent || undefined}
      onClick={onShow}
    >
      <th scope="row">
        <button type="button" className={styles.open} aria-current={isCurrent || undefined}>
          <span className={styles.number} data-figures>
            {number}
          </span>
          {question.title}
        </button>
      </th>
      {people.map(({ user_id, is_baseline }) => {
        const given = question.answers.find((one) => one.user_id === user_id);
        const isFar = given !== undefined && given === far;
        return (
          <td
            key={user_id}
            className={classNames(styles.person, is_baseline && styles.expert, isFar && styles.far)}
            data-figures
          >
            {given === undefined ? '–' : given.hidden ? t('calibrations.notAsked') : givenText(question.type, given)}
            {isFar && <span className="visually-hidden">, {t('calibrations.farthest')}</span>}
          </td>
        );
      })}
      <td
        className={styles.spread}
        title={alpha === null || alpha === undefined ? undefined : `α ${format.fixed(alpha, 2)}`}
      >
        <Spread question={question} />
      </td>
      <td className={styles.person} data-figures>
        {question.agreed ? givenText(question.type, question.agreed) : '–'}
      </td>
    </tr>
  );
}

/** How far the answers are apart: a dot for each on a line, or in words where no points say it. */
function Spread({ question }: { question: ComparedQuestion }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { answers, is_alike, is_critical, spread, max_points } = question;
  const own = answers.filter(({ is_baseline }) => !is_baseline);
  if (is_alike === null) return '–';
  if (is_alike) return <span className={styles.quiet}>{t('calibrations.alikeHere')}</span>;
  if (is_critical) {
    const failsForm = own.some(({ fails }) => fails === 'form');
    return (
      <span className={styles.critical}>
        <Icon of={OctagonAlert} size={14} />
        {t(failsForm ? 'calibrations.failsCall' : 'calibrations.failsSection')}
      </span>
    );
  }
  if (own.some(({ na }) => na) && own.some(({ na }) => !na)) return t('calibrations.naOrNot');
  if (spread === null) return t('calibrations.differs');
  const places = own.flatMap(({ points }) => (points === null ? [] : [(100 * points) / max_points]));
  const [low, high] = [Math.min(...places), Math.max(...places)];
  return (
    <>
      <span className={styles.line} aria-hidden="true">
        <span className={styles.between} style={{ insetInlineStart: `${low}%`, inlineSize: `${high - low}%` }} />
        {[...new Set(places)].map((place) => (
          <span key={place} className={styles.dot} style={{ insetInlineStart: `${place}%` }} />
        ))}
      </span>
      <span className="visually-hidden">{t('calibrations.spreadOf', { percent: format.percent(spread) })}</span>
    </>
  );
}

type ScoreRowProps = { results: CalibrationResults; call_id: string; pass_threshold: number | null };

function ScoreRow({ results, call_id, pass_threshold }: ScoreRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const call = results.calls.find((one) => one.call_id === call_id);
  if (!call) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {t('calibrations.scoreOfCall')}{' '}
          {pass_threshold !== null && (
            <span className={styles.quiet}>
              {t('calibrations.passesFrom', { percent: format.percent(pass_threshold) })}
            </span>
          )}
        </th>
        {results.evaluators.map(({ user_id, is_baseline }) => {
          const { score = null, is_passed = null } = call.scores.find((one) => one.user_id === user_id) ?? {};
          return (
            <td key={user_id} className={classNames(styles.person, is_baseline && styles.expert)} data-figures>
              {score === null ? '–' : format.percent(score)}
              {is_passed !== null && (
                <span className={is_passed ? styles.passes : styles.misses}>
                  <Icon of={is_passed ? CircleCheck : CircleX} size={14} />
                  <span className="visually-hidden">
                    {t(is_passed ? 'calibrations.passes' : 'calibrations.misses')}
                  </span>
                </span>
              )}
            </td>
          );
        })}
        <td className={styles.spread}>
          {call.score_spread === null ? '–' : t('calibrations.pointsApart', { count: call.score_spread })}
        </td>
        <td className={styles.person} data-figures>
          {call.agreed_score === null ? '–' : format.percent(call.agreed_score)}
        </td>
      </tr>
    </tfoot>
  );
}
