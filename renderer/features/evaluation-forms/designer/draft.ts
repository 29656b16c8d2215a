import type { EvaluationForm, FormQuestion, FormSection } from '@shared/contract/evaluation-forms';
import { fold } from '@shared/fold';
import type { ScoredForm } from '../../scorecard';

/*
 * A form while it is being designed. A number that is not filled in is null, and one that is none is NaN. `key` names a
 * section or question in the window, also before the service gives it an id.
 */
export type DraftOption = Omit<FormQuestion['options'][number], 'points'> & { points: number | null };
/** When a question is shown: `source` is the `key` of an earlier question, which has one of these answers or is within the bounds. */
export type DraftCondition = {
  source: string;
  any_of?: readonly (string | number)[];
  at_least?: number | null;
  at_most?: number | null;
};
/** `name` is by what conditions refer to the question on the wire, where it is its `key`. */
export type DraftQuestion = Pick<
  FormQuestion,
  'title' | 'description' | 'type' | 'allow_na' | 'is_scored' | 'moment_required' | 'comment_below'
> & {
  key: string;
  form_question_id?: string;
  weight: number | null;
  max_points: number | null;
  options: readonly DraftOption[];
  name: string | null;
  show_if: DraftCondition | null;
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
  is_scored: true,
  moment_required: false,
  comment_below: null,
  name: null,
  show_if: null,
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

export const newOption = (label: string, points: number): DraftOption => ({
  label,
  points,
  fails_form: false,
  fails_section: false,
  comment_required: false,
});

/** The initial options of a question of a type. */
function optionsOf(type: FormQuestion['type'], points: number): DraftOption[] {
  if (type === 'yes_no') return [newOption('yes', points), newOption('no', 0)];
  return isChoice(type) ? [newOption('', points), newOption('', 0)] : [];
}

/** Whether one or several of the site's own answers are chosen. */
export const isChoice = (type: FormQuestion['type']): boolean => type === 'choice' || type === 'multi';

/** A question as one of another type. A choice keeps its answers when several can be chosen, and the other way round. */
export function asType(question: DraftQuestion, type: FormQuestion['type']): DraftQuestion {
  const comment_below = type === 'numeric' ? question.comment_below : null;
  if (isChoice(type) && isChoice(question.type)) {
    const follows = question.max_points === best(question.type, question.options);
    return { ...question, type, max_points: follows ? best(type, question.options) : question.max_points };
  }
  const max_points = type === 'text' ? 0 : question.max_points || usualPoints;
  return { ...question, type, max_points, options: optionsOf(type, max_points), is_scored: true, comment_below };
}

/** The most points that options give: of the best one, or of all together. */
function best(type: FormQuestion['type'], options: readonly DraftOption[]): number {
  const points = options.map((option) => option.points ?? 0);
  return type === 'multi' ? points.reduce((all, one) => all + one, 0) : Math.max(0, ...points);
}

/** A question with other options. Its points follow the best answer, if they did before. */
export function withOptions(question: DraftQuestion, options: readonly DraftOption[]): DraftQuestion {
  const { type } = question;
  const follows = question.max_points === best(type, question.options);
  return { ...question, options, max_points: follows ? best(type, options) : question.max_points };
}

/** A choice with or without points. */
export const withScoring = (question: DraftQuestion, is_scored: boolean): DraftQuestion => ({
  ...question,
  is_scored,
  max_points: is_scored ? usualPoints : 0,
  options: question.options.map((option, at) => ({ ...option, points: is_scored && at === 0 ? usualPoints : 0 })),
});

/** A name for a question that no other one has, made from its title. */
export function nameFor({ title }: DraftQuestion, { sections }: Draft): string {
  const used = new Set(sections.flatMap(({ questions }) => questions.map(({ name }) => name)));
  const words = fold(title)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 28);
  const name = words || 'question';
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}_${n}`;
    if (!used.has(numbered)) return numbered;
  }
}

/** A question with other points. Options with all points have all of them again. */
export function withPoints(question: DraftQuestion, max_points: number | null): DraftQuestion {
  const options = question.options.map((option) =>
    option.points === question.max_points ? { ...option, points: max_points } : option,
  );
  return { ...question, options, max_points };
}

/** A form as a draft. */
export function draftOf({ name, description, pass_threshold, sections }: FormContent): Draft {
  const keys = new Map<object, string>();
  const named = new Map<string, string>();
  for (const question of sections.flatMap((section) => section.questions)) {
    const key = question.form_question_id ?? newKey();
    keys.set(question, key);
    if (question.key !== null) named.set(question.key, key);
  }
  return {
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
      questions: questions.map((question) => {
        const { key: name, show_if, ...rest } = question;
        const { key: sourceName = '', ...condition } = show_if ?? {};
        return {
          ...rest,
          name,
          key: keys.get(question) ?? newKey(),
          show_if: show_if && { ...condition, source: named.get(sourceName) ?? '' },
        };
      }),
    })),
  };
}

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
  const names = new Map(sections.flatMap(({ questions }) => questions.map((one) => [one.key, one.name] as const)));
  const conditionOf = ({ source, ...condition }: DraftCondition) => {
    const given = Object.entries(condition).filter(([, value]) => value !== null);
    return { key: names.get(source) ?? '', ...Object.fromEntries(given) };
  };
  const sent = {
    name,
    description,
    pass_threshold,
    sections: sections.map(({ key: _, questions, ...section }) => ({
      ...section,
      questions: questions.map(({ key: _, name, show_if, ...question }) => ({
        ...question,
        key: name || null,
        show_if: show_if && conditionOf(show_if),
      })),
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
  const { key, options, weight, max_points, name: _, show_if, ...rest } = question;
  const made = {
    ...rest,
    key,
    form_question_id: key,
    show_if: show_if && scoredCondition(show_if),
    weight: Math.trunc(filled(weight, 0)),
    max_points: filled(max_points, 0),
    options: options.map((option) => ({ ...option, points: filled(option.points, 0) })),
  };
  scored.set(question, made);
  return made;
}

const scoredCondition = ({ source, any_of, at_least, at_most }: DraftCondition): FormQuestion['show_if'] => ({
  key: source,
  ...(any_of && { any_of: [...any_of] }),
  ...(at_least != null && { at_least }),
  ...(at_most != null && { at_most }),
});

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
