import type { EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import type { BodyOf } from '@shared/contract/operation';

type Sent = BodyOf<typeof evaluationReportApi.update>['evaluation_report'];

/** Under which name the comment on the whole evaluation, or on one section, is saved among the answers. */
export const wholeComment = 'comment';
export const sectionComment = (form_section_id: string): string => `section ${form_section_id}`;

/** What changes a comment of an evaluation; undefined for the name of an answer. */
export function commentChange(report: EvaluationReport, name: string, comment: string): Sent | undefined {
  if (name === wholeComment) return { comment };
  if (!report.sections.some(({ form_section_id }) => name === sectionComment(form_section_id))) return undefined;
  // The API takes the comments of sections only together with all answers.
  const sections = report.sections.map(({ form_section_id, comment: before, questions }) => ({
    form_section_id,
    comment: name === sectionComment(form_section_id) ? comment : before,
    questions: questions.map(({ form_question_id, answer, na, comment: said, position }) => ({
      form_question_id,
      answer,
      na,
      comment: said,
      position,
    })),
  }));
  return { sections };
}

/** The comments of an evaluation by their names. */
export const commentsOf = ({ comment, sections }: Pick<EvaluationReport, 'comment' | 'sections'>) =>
  Object.fromEntries<string>([
    [wholeComment, comment],
    ...sections.map((section): [string, string] => [sectionComment(section.form_section_id), section.comment]),
  ]);
