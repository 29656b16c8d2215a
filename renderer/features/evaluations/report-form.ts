import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import { hundredthsOf } from '@shared/evaluation/points';
import type { FormScore } from '@shared/evaluation/scores';
import { type Answer, type Answers, type ScoredForm, unanswered } from '../scorecard';

type Question = EvaluationReport['sections'][number]['questions'][number];

/** The answers of an evaluation, by question: its own questions, so that an unchanged answer stays the same object. */
export const answersOf = ({ sections }: Pick<EvaluationReport, 'sections'>): Answers =>
  Object.fromEntries(
    sections.flatMap(({ questions }) =>
      // A hidden question reads as N/A, and has no answer once it is shown.
      questions.map((question): [string, Answer] => [
        question.form_question_id,
        question.hidden ? unanswered : question,
      ]),
    ),
  );

const hundredths = (points: number): number => hundredthsOf(points) ?? 0;

/** The result of an evaluation as the service has it. */
export const scoreOf = (report: EvaluationReport): FormScore => ({
  hundredths: hundredths(report.report_points),
  max_hundredths: hundredths(report.report_max_points),
  score: report.score,
  fails: report.sections.some(({ answer_fail_form }) => answer_fail_form),
  sections: report.sections.map((section) => ({
    hundredths: hundredths(section.section_points),
    max_hundredths: hundredths(section.section_max_points),
    score: section.score,
    fails: section.answer_fail_form,
    fails_section: section.answer_fail_section,
    na: section.section_na,
    questions: section.questions.map(({ points }) => (points === null ? null : hundredths(points))),
    hidden: section.questions.map(({ hidden }) => hidden),
  })),
});

/** The ids of the questions of an evaluation that are hidden. */
export const hiddenIn = ({ sections }: EvaluationReport): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ questions }) =>
      questions.flatMap(({ form_question_id, hidden }) => (hidden ? [form_question_id] : [])),
    ),
  );

/**
 * The form of an evaluation. For people who do not see forms, what the evaluation says of it: of each question only what was
 * chosen, and whether it fails the call.
 */
export const formOf = (report: EvaluationReport, revision: EvaluationForm | undefined): ScoredForm =>
  revision ?? {
    pass_threshold: report.pass_threshold,
    sections: report.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({
        ...question,
        key: null,
        show_if: null,
        is_scored: question.max_points > 0,
        moment_required: false,
        comment_below: null,
        allow_na: question.na,
        options: optionsOf(question),
      })),
    })),
  };

function optionsOf({ type, answer, points, answer_fail_form }: Question) {
  if (type === 'numeric' || type === 'text') return [];
  const labels = Array.isArray(answer) ? answer : [String(answer ?? '–')];
  const of = { points: points ?? 0, fails_form: answer_fail_form, fails_section: false, comment_required: false };
  return labels.map((label) => ({ ...of, label }));
}
