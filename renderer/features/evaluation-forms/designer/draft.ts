import type { EvaluationForm, FormQuestion, FormSection } from '@shared/contract/evaluation-forms';
import type { ScoredForm } from '../../scorecard';

/*
 * A form while it is being designed. A number that is not filled in is null, and one that is none is NaN. `key` names a
 * section or question in the window, also before the service gives it an id.
 */
export type DraftOption = { label: string; points: number | null; fails_form: boolean };
export type DraftQuestion = Pick<FormQuestion, 'title' | 'description' | 'type' | 'allow_na'> & {
  key: string;
  form_question_id?: string;
  weight: number | null;
  max_points: number | null;
  options: readonly DraftOption[];
};
export type DraftSection = Pick<FormSection, 'title' | 'description' | 'pass_threshold'> & {
  key: string;
  form_section_id?: string;
  weight: number | null;
  questions: readonly DraftQuestion[];
};
export type Draft = Pick<EvaluationForm, 'name' | 'description' | 'pass_threshold'> & {
  sections: readonly DraftSection[];
};

/** A form as it is stored, or as a new one is sent. */
export type FormContent = Pick<EvaluationForm, 'name' | 'description' | 'pass_threshold'> & {
  sections: readonly (Omit<FormSection, 'form_section_id' | 'order' | 'questions'> & {
    form_section_id?: string;
    questions: readonly (Omit<FormQuestion, 'form_question_id'> & { form_question_id?: string })[];
  })[];
};

const newKey = () => crypto.randomUUID();
const usualPoints = 5;

export const newQuestion = (): DraftQuestion => ({
  key: newKey(),
  title: '',
  description: '',
  type: 'yes_no',
  weight: 1,
  max_points: usualPoints,
  allow_na: false,
  options: optionsOf('yes_no', usualPoints),
});

export const newSection = (): DraftSection => ({
  key: newKey(),
  title: '',
  description: '',
  weight: 1,
  pass_threshold: null,
  questions: [newQuestion()],
});

export const newDraft = (): Draft => ({ name: '', description: '', pass_threshold: null, sections: [newSection()] });

/** The initial values of a question of a type. */
function optionsOf(type: FormQuestion['type'], points: number): DraftOption[] {
  const option = (label: string, points: number) => ({ label, points, fails_form: false });
  if (type === 'yes_no') return [option('yes', points), option('no', 0)];
  return type === 'choice' ? [option('', points), option('', 0)] : [];
}

/** A question as one of another type. */
export function asType(question: DraftQuestion, type: FormQuestion['type']): DraftQuestion {
  const max_points = type === 'text' ? 0 : question.max_points || usualPoints;
  return { ...question, type, max_points, options: optionsOf(type, max_points) };
}

const highest = (options: readonly DraftOption[]) => Math.max(0, ...options.map(({ points }) => points ?? 0));

/** A question with other options. Its points follow the best option, if they did before. */
export function withOptions(question: DraftQuestion, options: readonly DraftOption[]): DraftQuestion {
  const follows = question.max_points === highest(question.options);
  return { ...question, options, max_points: follows ? highest(options) : question.max_points };
}

/** A question with other points. Options with all points have all of them again. */
export function withPoints(question: DraftQuestion, max_points: number | null): DraftQuestion {
  const options = question.options.map((option) =>
    option.points === question.max_points ? { ...option, points: max_points } : option,
  );
  return { ...question, options, max_points };
}

/** A form as a draft. */
export const draftOf = ({ name, description, pass_threshold, sections }: FormContent): Draft => ({
  name,
  description,
  pass_threshold,
  sections: sections.map(({ title, description, weight, pass_threshold, form_section_id, questions }) => ({
    title,
    description,
    weight,
    pass_threshold,
    key: form_section_id ?? newKey(),
    ...(form_section_id !== undefined && { form_section_id }),
    questions: questions.map((question) => ({ ...question, key: question.form_question_id ?? newKey() })),
  })),
});

/** A draft whose new parts have the ids that they were stored with: `sent` is the draft as it was stored as `stored`. */
export function withIds(draft: Draft, sent: Draft, stored: FormContent): Draft {
  const sections = new Map(sent.sections.map(({ key }, at) => [key, stored.sections[at]?.form_section_id]));
  const questions = new Map(
    sent.sections.flatMap((section, s) =>
      section.questions.map(({ key }, q) => [key, stored.sections[s]?.questions[q]?.form_question_id] as const),
    ),
  );
  const questionOf = (question: DraftQuestion): DraftQuestion => {
    const form_question_id = question.form_question_id ?? questions.get(question.key);
    return { ...question, ...(form_question_id !== undefined && { form_question_id }) };
  };
  return {
    ...draft,
    sections: draft.sections.map((section) => {
      const form_section_id = section.form_section_id ?? sections.get(section.key);
      const with_questions = { ...section, questions: section.questions.map(questionOf) };
      return { ...with_questions, ...(form_section_id !== undefined && { form_section_id }) };
    }),
  };
}

/** A draft as the service takes it. What it does not take is refused by the rules of the contract. */
export const sentOf = ({ name, description, pass_threshold, sections }: Draft): FormContent => {
  const sent = {
    name,
    description,
    pass_threshold,
    sections: sections.map(({ key: _, questions, ...section }) => ({
      ...section,
      questions: questions.map(({ key: _, ...question }) => question),
    })),
  };
  return sent as unknown as FormContent;
};

const filled = (value: number | null, otherwise: number) =>
  value === null || !Number.isSafeInteger(Math.trunc(value)) ? otherwise : value;

/** Questions by what they were made from, so that an unchanged one stays the same object. */
const scored = new WeakMap<DraftQuestion, FormQuestion>();

function scoredQuestion(question: DraftQuestion): FormQuestion {
  const known = scored.get(question);
  if (known) return known;
  const { key, options, weight, max_points, ...rest } = question;
  const made = {
    ...rest,
    form_question_id: key,
    weight: Math.trunc(filled(weight, 0)),
    max_points: filled(max_points, 0),
    options: options.map((option) => ({ ...option, points: filled(option.points, 0) })),
  };
  scored.set(question, made);
  return made;
}

/** A draft as a scorecard shows it. What is not filled in counts nothing. */
export const scoredOf = ({ pass_threshold, sections }: Draft): ScoredForm => ({
  pass_threshold,
  sections: sections.map(({ key, questions, weight, ...section }, at) => ({
    ...section,
    form_section_id: key,
    weight: Math.trunc(filled(weight, 0)),
    order: at + 1,
    questions: questions.map(scoredQuestion),
  })),
});
