import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../ui/form-message';
import { ScrollArea } from '../../ui/scroll-area';
import { shownStatus, useStatusText } from '../assignments';
import { Scorecard, type ScoredForm, scoreAnswers } from '../scorecard';
import { GivenComment } from './comment-fields';
import { commentsOf, sectionComment } from './comments';
import { useFollowedResult } from './evaluations';
import { FormHead } from './form-head';
import { LostAnswers } from './lost-answers';
import { Comment, Moment } from './question-parts';
import { answersOf } from './report-form';
import { ReportHistory } from './report-history';
import styles from './result-pane.module.css';
import { Review } from './review';
import { ScoreFooter } from './score-footer';
import panes from './score-pane.module.css';
import { useFormKeys } from './use-form-keys';
import { useShowMoments } from './use-show-moments';

const unchanged = () => {};

type Props = {
  report: EvaluationReport;
  version: string | null;
  form: ScoredForm;
  /** Why its evaluator cannot score it. */
  whyNot: string | undefined;
};

/** The result of an evaluation: answers and comments as they were given, what the agent says, and what happened to it. */
export function ResultPane({ report, version, form, whyNot }: Props) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const scroller = useRef<HTMLDivElement>(null);
  const answers = useMemo(() => answersOf(report), [report]);
  const score = useMemo(() => scoreAnswers(form, answers), [form, answers]);
  const [current, setCurrent] = useState(() => form.sections[0]?.questions[0]?.form_question_id ?? null);
  useFormKeys({ form, answers, current, onCurrent: setCurrent, answer: null });
  useShowMoments(report.call_id, form, answers);
  useFollowedResult(report.report_id, version);
  const comments = useMemo(() => commentsOf(report), [report]);
  const fails = report.sections.some(({ answer_fail_form }) => answer_fail_form);
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
      <ScoreFooter score={{ ...score, fails }} pass_threshold={report.pass_threshold} />
    </>
  );
}
