import { type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { versioned } from '../../api/api';
import { changedByEvaluation, evaluationKeys } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { oneAtATime } from '../../core/one-at-a-time';
import { refresh } from '../../core/query-client';
import { keysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { KeyCap } from '../../ui/key-cap';
import { ScrollArea } from '../../ui/scroll-area';
import { toast } from '../../ui/toast';
import { answerOf, isComplete, Scorecard, type ScoredForm, scoreAnswers } from '../scorecard';
import { SectionComment, WholeComment } from './comment-fields';
import { sectionComment, wholeComment } from './comments';
import { nextInQueue, reportOptions } from './evaluations';
import { FormHead } from './form-head';
import { Below, Moment } from './question-parts';
import { ScoreFooter } from './score-footer';
import styles from './score-pane.module.css';
import { useStage } from './stage-store';
import { useDraft } from './use-draft';
import { useFormKeys } from './use-form-keys';
import { useShowMoments } from './use-show-moments';

type Props = { report: EvaluationReport; version: string | null; form: ScoredForm };

/** The form while its evaluator scores: each answer is saved at once, and the result is added up. */
export function ScorePane({ report, version, form }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const scroller = useRef<HTMLDivElement>(null);
  const draft = useDraft(report, version);
  const { answers, answer, comments, state, savedAt, refused, saver } = draft;
  const questions = useMemo(() => form.sections.flatMap((section) => section.questions), [form]);
  const missing = questions.filter((question) => !isComplete(question, answerOf(answers, question)));
  const [current, setCurrent] = useState(() => (missing[0] ?? questions[0])?.form_question_id ?? null);
  const show = useFormKeys({ form, answers, current, onCurrent: setCurrent, answer });
  const step = (take: (() => string | undefined) | undefined) =>
    take &&
    (() => {
      const name = take();
      if (name !== undefined && name in answers) show(name);
    });
  useCommand('undo', step(draft.undo), t('keys.nothingToUndo'));
  useCommand('redo', step(draft.redo), t('keys.nothingToRedo'));
  useShowMoments(report.call_id, form, answers);
  useEffect(() => {
    useStage.setState({ answer });
    return () => useStage.setState({ answer: null, refused: {} });
  }, [answer]);
  useEffect(() => useStage.setState({ refused }), [refused]);
  const score = useMemo(() => scoreAnswers(form, answers), [form, answers]);
  const { finish, isFinishing, error } = useFinish(report, saver);
  const left = missing.length;
  const whyNot = left > 0 ? t('evaluations.answersLeft', { count: left }) : undefined;
  useCommand('scoreNext', left === 0 ? finish : undefined, whyNot);
  const scored = questions.filter(({ type }) => type !== 'text');
  const answered = scored.length - missing.length;
  return (
    <>
      <FormHead
        report={report}
        facts={t('evaluations.progress', { answered, questions: scored.length })}
        saving={{ state, savedAt }}
      />
      <ScrollArea scroller={scroller} className={styles.area}>
        <div ref={scroller} className={styles.questions} data-pane-focus data-page-focus tabIndex={-1}>
          <Scorecard
            form={form}
            answers={answers}
            onAnswer={answer}
            current={current}
            onCurrent={setCurrent}
            Beside={Moment}
            Below={Below}
            afterSection={({ form_section_id, title }) => {
              const name = sectionComment(form_section_id);
              return (
                <SectionComment
                  title={title}
                  value={comments[name] ?? ''}
                  refused={refused[name]}
                  onChange={(comment) => answer(name, { comment })}
                />
              );
            }}
          />
          <WholeComment
            value={comments[wholeComment] ?? ''}
            refused={refused[wholeComment]}
            onChange={(comment) => answer(wholeComment, { comment })}
          />
        </div>
      </ScrollArea>
      {error && (
        <div className={styles.failure}>
          <FormMessage>{refusalText(error)}</FormMessage>
        </div>
      )}
      <ScoreFooter score={score} pass_threshold={form.pass_threshold} isOpen={left > 0}>
        <div className={styles.finish}>
          <Button look="ink" busy={isFinishing} unavailable={whyNot} onPress={finish}>
            {t('evaluations.finish')} {left === 0 && <KeyCap keys={keysOf('scoreNext')} />}
          </Button>
          {left > 0 && <span className={styles.left}>{t('evaluations.answersLeft', { count: left })}</span>}
        </div>
      </ScoreFooter>
    </>
  );
}

/** Completes the evaluation once everything is saved, and goes on to the next one in the queue. */
function useFinish({ report_id }: EvaluationReport, saver: ReturnType<typeof useDraft>['saver']) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const complete = (version: string | null) =>
    versioned(evaluationReportApi.update, {
      params: { report_id },
      body: { evaluation_report: { status: 'completed' } },
      version,
    });
  const [alone] = useState(oneAtATime);
  const { mutateAsync, isPending, error } = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      if (!(await saver.flush())) return null;
      const done = await complete(saver.version).catch(async (refusal: unknown) => {
        if (!isRefusal(refusal, 412)) throw refusal;
        return complete((await reportOptions(report_id).queryFn({})).version);
      });
      // It is completed, whether or not the queue can be read.
      return { done, next: await nextInQueue(report_id).catch(() => undefined) };
    },
    onSuccess: async (finished) => {
      if (!finished) return;
      const { answer, version } = finished.done;
      client.setQueryData(evaluationKeys.one(report_id), { report: answer.evaluation_report, version });
      const { next } = finished;
      toast(t(next ? 'evaluations.finished' : `evaluations.${next === null ? 'finishedAll' : 'finishedOne'}`));
      await navigate(next ? `/evaluations/${next}` : '/queue');
      await refresh(changedByEvaluation);
    },
  });
  const finish = () => void alone(() => mutateAsync().catch(() => undefined));
  return { finish, isFinishing: isPending, error };
}
