import { type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { versioned } from '../../api/api';
import { changedByEvaluation, evaluationKeys } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { oneAtATime } from '../../core/one-at-a-time';
import { refresh } from '../../core/query-client';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand, useDraftUndo } from '../../core/use-command';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { KeyCap } from '../../ui/key-cap';
import { ScrollArea } from '../../ui/scroll-area';
import { toast } from '../../ui/toast';
import { nextInQueue } from '../assignments';
import {
  answerOf,
  fieldIn,
  focusQuestion,
  hiddenWith,
  missingOf,
  questionElement,
  Scorecard,
  type ScoredForm,
  scoreAnswers,
} from '../scorecard';
import { SectionComment, showComment, WholeComment } from './comment-fields';
import type { Draft } from './draft';
import { reportOptions } from './evaluations';
import { FormHead } from './form-head';
import { Below, Moment } from './question-parts';
import { ScoreFooter } from './score-footer';
import styles from './score-pane.module.css';
import { StageDraft } from './stage-context';
import { useAnswers, useDraft } from './use-draft';
import { useFormKeys } from './use-form-keys';
import { useShowMoments } from './use-show-moments';

type Props = { report: EvaluationReport; version: string | null; form: ScoredForm };

/** The form while its evaluator scores: each answer is saved at once, and the result is added up. */
export function ScorePane({ report, version, form }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const scroller = useRef<HTMLDivElement>(null);
  const draft = useDraft(report, version, form);
  const answers = useAnswers(report, draft);
  const hidden = useMemo(() => hiddenWith(form, answers), [form, answers]);
  const questions = form.sections
    .flatMap((section) => section.questions)
    .filter(({ form_question_id }) => !hidden.has(form_question_id));
  const missing = questions.flatMap((question) => {
    const what = missingOf(question, answerOf(answers, question));
    return what ? [{ what, form_question_id: question.form_question_id }] : [];
  });
  const [current, setCurrent] = useState(() => (missing[0] ?? questions[0])?.form_question_id ?? null);
  const { answer } = draft;
  const showQuestion = useFormKeys({ form, answers, hidden, current, onCurrent: setCurrent, answer });
  const show = (name: string) => (name in answers ? showQuestion(name) : showComment(name));
  const { finish, isFinishing, error } = useFinish(report, draft, show);
  useUndo(draft, show);
  useShowMoments(report.call_id, form, answers);
  useFocusInForm(scroller, current);
  // The result may follow a little later than what is typed.
  const added = useDeferredValue(answers);
  const score = useMemo(() => scoreAnswers(form, added), [form, added]);
  const left = missing.length;
  const whyNot = useLeft(missing);
  const [firstLeft] = missing;
  useCommand('scoreNext', firstLeft ? () => showQuestion(firstLeft.form_question_id) : finish);
  const scored = questions.filter(({ type }) => type !== 'text');
  const answered = scored.length - missing.filter(({ what }) => what === 'answer').length;
  return (
    <StageDraft value={draft}>
      <FormHead report={report} facts={t('evaluations.progress', { answered, questions: scored.length })} />
      <ScrollArea scroller={scroller} className={styles.area}>
        <div
          ref={scroller}
          className={styles.questions}
          data-pane-focus
          data-page-focus
          data-draft
          data-current={current !== null || undefined}
          tabIndex={-1}
        >
          <Scorecard
            form={form}
            answers={answers}
            score={score}
            hidden={hidden}
            onAnswer={answer}
            current={current}
            onCurrent={setCurrent}
            Beside={Moment}
            Below={Below}
            afterSection={commentOn}
          />
          <WholeComment />
        </div>
      </ScrollArea>
      {error != null && (
        <div className={styles.failure}>
          <FormMessage>{refusalText(error)}</FormMessage>
        </div>
      )}
      <ScoreFooter score={score} pass_threshold={form.pass_threshold} isOpen={left > 0}>
        <div className={styles.finish}>
          <Button look="ink" busy={isFinishing} unavailable={whyNot} onPress={finish}>
            {t('evaluations.finish')} {left === 0 && <KeyCap keys={keysOf('scoreNext')} />}
          </Button>
          {whyNot && <span className={styles.left}>{whyNot}</span>}
        </div>
      </ScoreFooter>
    </StageDraft>
  );
}

/** What is left to do before the evaluation is completed, in words; undefined if nothing is. */
function useLeft(missing: readonly { what: 'answer' | 'comment' | 'moment' }[]): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const of = (kind: 'answer' | 'comment' | 'moment') => missing.filter(({ what }) => what === kind).length;
  const [answers, comments, moments] = [of('answer'), of('comment'), of('moment')];
  const parts = [
    ...(answers > 0 ? [t('evaluations.answersLeft', { count: answers })] : []),
    ...(comments > 0 ? [t('evaluations.commentsLeft', { count: comments })] : []),
    ...(moments > 0 ? [t('evaluations.momentsLeft', { count: moments })] : []),
  ];
  return parts.length > 0 ? format.list(parts) : undefined;
}

const commentOn = ({ form_section_id, title }: ScoredForm['sections'][number]) => (
  <SectionComment form_section_id={form_section_id} title={title} />
);

/** Undo and Redo, which bring into view what they changed. */
function useUndo({ store, undo, redo }: Draft, show: (name: string) => void): void {
  const mayUndo = useStore(store, ({ history }) => history.past.length > 0);
  const mayRedo = useStore(store, ({ history }) => history.future.length > 0);
  const step = (take: () => string | undefined) => () => {
    const name = take();
    if (name !== undefined) show(name);
  };
  useDraftUndo(mayUndo ? step(undo) : undefined, mayRedo ? step(redo) : undefined);
}

/**
 * Wherever scoring begins, by key, button or palette, the focus is in the form, where digits answer at once: in the field of
 * the current question, if it is answered by typing. What is being typed elsewhere keeps it.
 */
function useFocusInForm(scroller: { current: HTMLElement | null }, current: string | null): void {
  const first = useRef(current);
  useEffect(() => {
    let frame = 0;
    const take = () => {
      // A dialog or popover that scoring began in would take it back until it is gone.
      if (document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]')) {
        frame = requestAnimationFrame(take);
        return;
      }
      if (document.activeElement?.matches('input, textarea')) return;
      const question = first.current === null ? null : questionElement(first.current);
      if (question && fieldIn(question)) focusQuestion(question);
      else scroller.current?.focus({ preventScroll: true });
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [scroller]);
}

/**
 * Completes the evaluation once everything is saved, and moves on to the next one in the queue. `show` brings an answer or
 * comment into view that keeps it from being completed, because it was refused. `error`: why it is not completed.
 */
function useFinish(
  { report_id }: EvaluationReport,
  { store, saver, unsaved, hold }: Draft,
  show: (name: string) => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refused = useStore(store, (draft) => draft.refused);
  const complete = (version: string | null) =>
    versioned(evaluationReportApi.update, {
      params: { report_id },
      body: { evaluation_report: { status: 'completed' } },
      version,
    });
  const [alone] = useState(oneAtATime);
  const { mutateAsync, isPending, error, data } = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      await saver.flush();
      if (unsaved().length > 0) return null;
      hold(true);
      const done = await complete(saver.version).catch(async (refusal: unknown) => {
        if (!isRefusal(refusal, 412)) throw refusal;
        return complete((await reportOptions(report_id).queryFn({})).version);
      });
      // It is completed, whether or not the queue can be read.
      return { done, next: await nextInQueue(report_id).catch(() => undefined) };
    },
    onSuccess: async (finished) => {
      if (!finished) {
        const [first] = Object.keys(store.getState().refused);
        if (first !== undefined) show(first);
        return;
      }
      const { answer, version } = finished.done;
      client.setQueryData(evaluationKeys.one(report_id), { report: answer.evaluation_report, version });
      const { next } = finished;
      // The user may have gone elsewhere meanwhile.
      const isHere = window.location.pathname === `/evaluations/${report_id}`;
      if (isHere && next) toast(t('evaluations.finished'));
      else toast(t(next === null ? 'evaluations.finishedAll' : 'evaluations.finishedOne'));
      // Back leads to the list, not through what is finished.
      if (isHere) await navigate(next ? `/evaluations/${next}` : '/queue', { replace: true });
      await refresh(changedByEvaluation);
    },
  });
  const finish = () =>
    void alone(async () => {
      await mutateAsync().catch(() => undefined);
      hold(false);
    });
  const [first] = Object.values(refused);
  return { finish, isFinishing: isPending, error: error ?? (data === null ? first?.error : undefined) };
}
