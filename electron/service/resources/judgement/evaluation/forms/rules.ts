import type {
  EvaluationForm,
  ExportedForm,
  FormQuestion,
  FormSection,
  SentSection,
} from '@shared/contract/evaluation-forms';
import type { SentQuestion } from '@shared/contract/evaluation-questions';
import { type Reason, reason } from '@shared/reasons/reasons';
import { invalid } from '../../../../refusal';
import { derivedId } from '../derived-id';

/** The part of a form that a revision keeps. */
export type FormContent = Pick<EvaluationForm, 'name' | 'description' | 'type' | 'pass_threshold' | 'sections'>;

/** The ids of the sections and of the questions that a form has had. */
export type KnownIds = Record<'sections' | 'questions', ReadonlySet<string>>;

/** A new revision: its form, its number, and the ids that the form has had; those of a new form are not taken over. */
type Revision = { form_id: string; revision: number; known?: KnownIds };

/**
 * Sections with every property, in their order. Those that are sent with an id keep it, the others get one. Refused with
 * InvalidRecord at an id that the form has never had, and at one that is sent twice.
 */
export function completed(sent: readonly SentSection[], { form_id, revision, known }: Revision): FormSection[] {
  const faults: Record<string, Reason> = {};
  const used = new Set<string>();
  const idFor = (of: keyof KnownIds, id: string | undefined, path: string): string => {
    if (id === undefined || !known) return derivedId(form_id, revision, path);
    if (!known[of].has(id)) faults[path] = reason('not_of_this_form');
    else if (used.has(id)) faults[path] = reason('given_twice');
    used.add(id);
    return id;
  };
  const sections = sent.map(({ form_section_id, questions, order, ...section }, i) => ({
    ...section,
    form_section_id: idFor('sections', form_section_id, `sections.${i}.form_section_id`),
    order: order ?? i + 1,
    questions: questions.map(({ form_question_id, ...question }, j) => ({
      ...completedQuestion(question),
      form_question_id: idFor('questions', form_question_id, `sections.${i}.questions.${j}.form_question_id`),
    })),
  }));
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return sections.sort((one, other) => one.order - other.order);
}

function completedQuestion(question: Omit<SentQuestion, 'form_question_id'>): Omit<FormQuestion, 'form_question_id'> {
  const max_points = question.max_points ?? 0;
  const given = question.options ?? [];
  const isBare = question.type === 'yes_no' && given.length === 0;
  const usual = { fails_form: false, fails_section: false, comment_required: false };
  const options = isBare ? ['yes', 'no'].map((label) => ({ label, points: undefined, ...usual })) : given;
  return {
    ...question,
    max_points,
    // Only those of yes_no, and of a question without points, may lack theirs.
    options: options.map((option) => ({
      ...option,
      points: option.points ?? (question.type === 'yes_no' && option.label === 'yes' ? max_points : 0),
    })),
  };
}

/** A form as a new one is sent. */
export const exported = (form: EvaluationForm): ExportedForm => {
  const { form_id: _, tenant_id: __, revision: ___, sections, ...rest } = form;
  return {
    ...rest,
    sections: sections.map(({ form_section_id: _, questions, ...section }) => ({
      ...section,
      questions: questions.map(({ form_question_id: _, ...question }) => question),
    })),
  };
};
