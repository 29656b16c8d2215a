import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import type { EvaluationReport } from '@shared/contract/evaluation-reports';
import type { Answer, Answers, ScoredForm } from '../scorecard';

type Question = EvaluationReport['sections'][number]['questions'][number];

/** The answers of an evaluation, by question: its own questions, so that an unchanged answer stays the same object. */
export const answersOf = ({ sections }: Pick<EvaluationReport, 'sections'>): Answers =>
  Object.fromEntries(
    sections.flatMap(({ questions }) =>
      questions.map((question): [string, Answer] => [question.form_question_id, question]),
    ),
  );

/**
 * The form of an evaluation. For people who do not see forms, what the evaluation says of it: of each question only the
 * option that was chosen, and whether it fails the call.
 */
export const formOf = (report: EvaluationReport, revision: EvaluationForm | undefined): ScoredForm =>
  revision ?? {
    pass_threshold: report.pass_threshold,
    sections: report.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({
        ...question,
        allow_na: question.na,
        options: optionsOf(question),
      })),
    })),
  };

const optionsOf = ({ type, answer, points, answer_fail_form }: Question) =>
  type === 'choice' || type === 'yes_no'
    ? [{ label: String(answer ?? '–'), points: points ?? 0, fails_form: answer_fail_form }]
    : [];
