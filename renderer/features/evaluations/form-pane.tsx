import { type AuditEntry, listAuditLog } from '@shared/contract/audit-log';
import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useFormRevision } from '../../core/form-revision';
import { useHolds, useSignedIn } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { PaneError } from '../../ui/pane-error';
import { ScrollArea } from '../../ui/scroll-area';
import { StatusMark, shownStatus, useStatusText } from '../assignments';
import { useDid, useWho } from '../audit-words';
import { useGuided } from '../calibrations';
import { Scorecard, type ScoredForm } from '../scorecard';
import { GivenComment } from './comment-fields';
import { commentsOf, sectionComment, wholeComment } from './comments';
import type { Draft } from './draft';
import { useFollowedResult } from './evaluations';
import { FormHead } from './form-head';
import styles from './form-pane.module.css';
import { agentCommentIn, eventOf, joinScoring } from './history-events';
import lostAnswers from './lost-answers.module.css';
import { discardDraft, keptAnswers, openDraftOf } from './open-drafts';
import { Comment, Moment } from './question-parts';
import { answersOf, formOf, hiddenIn, scoreOf } from './report-form';
import { Review } from './review';
import { ScoreFooter } from './score-footer';
import { ScorePane } from './score-pane';
import panes from './score-pane.module.css';
import { useFormKeys } from './use-form-keys';
import { useShowMoments } from './use-show-moments';

/** The form of an evaluation: to score for its evaluator while it is open, otherwise its result. */
export function FormPane({ report, version }: { report: EvaluationReport; version: string | null }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const reading = useReadingOnly();
  const mayEdit = useHolds('evaluation_reports:edit');
  const maySeeForms = useHolds('evaluation_forms:view');
  const { data: form, isPending, error, refetch } = useFormRevision(report.form_id, report.form_revision);
  const revision = useGuided(form);
  if (maySeeForms && isPending) return null;
  const isOpen = report.status === 'assigned' || report.status === 'in_progress';
  const isOwn = isOpen && reading === undefined && report.evaluator_user_id === user.user_id;
  if (isOwn && mayEdit && revision) return <ScorePane report={report} version={version} form={revision} />;
  if (isOwn && mayEdit && maySeeForms)
    return <PaneError title={t('evaluations.formFailed')} error={error} onRetry={() => void refetch()} />;
  const whyNot = isOwn ? t(mayEdit ? 'evaluations.mayNotSeeForm' : 'evaluations.mayNotScore') : undefined;
  return <ResultPane report={report} version={version} form={formOf(report, revision)} whyNot={whyNot} />;
}

const unchanged = () => {};

type ResultPaneProps = {
  report: EvaluationReport;
  version: string | null;
  form: ScoredForm;
  /** Why its evaluator cannot score it. */
  whyNot: string | undefined;
};

/** The result of an evaluation: answers and comments as they were given, what the agent says, and what happened to it. */
function ResultPane({ report, version, form, whyNot }: ResultPaneProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const scroller = useRef<HTMLDivElement>(null);
  const answers = useMemo(() => answersOf(report), [report]);
  const [score, hidden] = useMemo(() => [scoreOf(report), hiddenIn(report)], [report]);
  const [current, setCurrent] = useState(() => form.sections[0]?.questions[0]?.form_question_id ?? null);
  useFormKeys({ form, answers, hidden, current, onCurrent: setCurrent, answer: null });
  useShowMoments(report.call_id, form, answers);
  useFollowedResult(report.report_id, version);
  const comments = useMemo(() => commentsOf(report), [report]);
  return (
    <>
      <FormHead report={report} facts={statusText(shownStatus(report))} />
      {whyNot !== undefined && (
        <div className={panes.failure}>
          <FormMessage>{whyNot}</FormMessage>
        </div>
      )}
      <LostAnswers key={report.report_id} report_id={report.report_id} form={form} />
      <ScrollArea scroller={scroller} className={panes.area}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is */}
        <div ref={scroller} className={panes.questions} data-pane-focus data-page-focus tabIndex={0}>
          <Scorecard
            form={form}
            answers={answers}
            score={score}
            hidden={hidden}
            onAnswer={unchanged}
            readOnly
            current={current}
            onCurrent={setCurrent}
            Beside={Moment}
            Below={Comment}
            afterSection={({ form_section_id }) => (
              <GivenComment text={comments[sectionComment(form_section_id)] ?? ''} />
            )}
          />
          {report.comment !== '' && (
            <section className={styles.part}>
              <h3 className={styles.title}>{t('evaluations.commentOnWhole')}</h3>
              <p className={styles.text}>{report.comment}</p>
            </section>
          )}
          <ReportHistory report={report} />
        </div>
      </ScrollArea>
      <Review report={report} />
      <ScoreFooter score={score} pass_threshold={report.pass_threshold} />
    </>
  );
}

type LostAnswersProps = { report_id: string; form: ScoredForm };

/** Answers that came too late: the evaluation is closed, or someone else's. They cannot be saved. */
function LostAnswers({ report_id, form }: LostAnswersProps) {
  const [draft, setDraft] = useState(() => openDraftOf(report_id));
  const [kept, setKept] = useState(() => keptAnswers(report_id));
  const discard = () => {
    discardDraft(report_id);
    setDraft(undefined);
    setKept([]);
  };
  if (draft) return <LostOfDraft draft={draft} form={form} onDiscard={discard} />;
  return <Lost names={kept.map(([name]) => name)} form={form} onDiscard={discard} />;
}

type LostProps = { form: ScoredForm; onDiscard: () => void };

function LostOfDraft({ draft, ...shown }: LostProps & { draft: Draft }) {
  const refused = useStore(draft.store, (state) => state.refused);
  return <Lost names={Object.keys(refused)} {...shown} />;
}

function Lost({ names, form, onDiscard }: LostProps & { names: readonly string[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (names.length === 0) return null;
  const titles = new Map<string, string>([[wholeComment, t('evaluations.commentOnWhole')]]);
  for (const { form_section_id, title, questions } of form.sections) {
    titles.set(sectionComment(form_section_id), t('evaluations.commentOnSection', { title }));
    for (const one of questions) titles.set(one.form_question_id, one.title);
  }
  return (
    <div className={lostAnswers.lost}>
      <FormMessage>
        {t('evaluations.lost', { names: format.list(names.flatMap((name) => titles.get(name) ?? [])) })}
      </FormMessage>
      <Button onPress={onDiscard}>{t('evaluations.discardLost')}</Button>
    </div>
  );
}

/** The history of an evaluation: from the audit log for those who may see it, otherwise its times. */
function ReportHistory({ report }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const maySee = useHolds('audit:view');
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t('evaluations.history')}</h3>
      {maySee ? <Entries report_id={report.report_id} /> : <Times report={report} />}
      {report.status === 'cancelled' && (
        <p className={styles.cancelled}>
          <StatusMark status="cancelled" />
          {t('evaluations.isCancelled')}
        </p>
      )}
    </section>
  );
}

/** Enough for an evaluation of some sections: each answer is an entry. */
const read = 200;
const shown = 10;

function Entries({ report_id }: { report_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [did, author] = [useDid(), useWho()];
  const of = { resource: 'evaluation_report' as const, resource_id: report_id };
  const { data, error, refetch } = useQuery({
    queryKey: evaluationKeys.history(report_id),
    queryFn: ({ signal }) => api(listAuditLog, { query: { ...of, limit: read }, view: 'evaluation history', signal }),
  });
  if (!data && error)
    return <PaneError title={t('evaluations.historyFailed')} error={error} onRetry={() => void refetch()} />;
  const words = (entry: AuditEntry) => {
    const event = eventOf(entry);
    return event ? t(`evaluations.event.${event}`) : did(entry);
  };
  return (
    <>
      <ul className={styles.events}>
        {joinScoring(data?.audit_log ?? [])
          .slice(0, shown)
          .map((entry) => (
            <li key={entry.audit_id}>
              <span>
                {words(entry)}, {author(entry).name}
              </span>
              <span data-figures>{format.started(entry.created_at)}</span>
              {agentCommentIn(entry) !== null && <q className={styles.said}>{agentCommentIn(entry)}</q>}
            </li>
          ))}
      </ul>
      {data !== undefined && data.audit_log.length > 0 && (
        <Link to={`/admin/audit-log?${new URLSearchParams(of)}`}>{t('evaluations.wholeHistory')}</Link>
      )}
    </>
  );
}

function Times({ report }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const events = [
    ['created', report.created_at],
    ['started', report.evaluation_started_at],
    ['completed', report.evaluation_completed_at],
    [report.agent_review_status === 'disputed' ? 'disputed' : 'acknowledged', report.agent_review_completed_at],
  ] as const;
  return (
    <ul className={styles.events}>
      {events.map(
        ([event, time]) =>
          time !== null && (
            <li key={event}>
              <span>{t(`evaluations.event.${event}`)}</span>
              <span data-figures>{format.started(time)}</span>
            </li>
          ),
      )}
    </ul>
  );
}
