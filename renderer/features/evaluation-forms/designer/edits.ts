import type { Draft, DraftOption, DraftQuestion, DraftSection } from './draft';
import { withOptions } from './draft';

/** Changes of a draft. Sections and questions that stay the same are the same objects, so that only others are rendered. */
export type Edit = (draft: Draft) => Draft;

const editSections =
  (edit: (sections: readonly DraftSection[]) => readonly DraftSection[]): Edit =>
  (draft) => ({ ...draft, sections: edit(draft.sections) });

export const editSection = (key: string, change: (section: DraftSection) => DraftSection): Edit =>
  editSections((all) => all.map((section) => (section.key === key ? change(section) : section)));

export const editQuestion = (key: string, change: (question: DraftQuestion) => DraftQuestion): Edit =>
  editSections((all) =>
    all.map((section) =>
      section.questions.some((question) => question.key === key)
        ? { ...section, questions: section.questions.map((one) => (one.key === key ? change(one) : one)) }
        : section,
    ),
  );

/** Adds a question to a section: after another one, or at the end. */
export const addQuestion = (section_key: string, added: DraftQuestion, after?: string): Edit =>
  editSection(section_key, (section) => {
    const at = section.questions.findIndex(({ key }) => key === after);
    const place = at === -1 ? section.questions.length : at + 1;
    return { ...section, questions: section.questions.toSpliced(place, 0, added) };
  });

export const addSection = (added: DraftSection): Edit => editSections((all) => [...all, added]);

const editQuestions = (change: (question: DraftQuestion) => DraftQuestion): Edit =>
  editSections((all) =>
    all.map((section) => {
      const questions = section.questions.map(change);
      return questions.some((question, at) => question !== section.questions[at]) ? { ...section, questions } : section;
    }),
  );

/** Removes a section with its questions, or a question, but not the conditions on them. */
const without = (key: string): Edit =>
  editSections((all) =>
    all
      .filter((section) => section.key !== key)
      .map((section) =>
        section.questions.some((question) => question.key === key)
          ? { ...section, questions: section.questions.filter((question) => question.key !== key) }
          : section,
      ),
  );

/** Removes a section with its questions, or a question; what was shown only because of it is always shown. */
export const remove =
  (key: string): Edit =>
  (draft) => {
    const left = without(key)(draft);
    const keys = new Set(keysInForm(left));
    return editQuestions((question) =>
      question.show_if && !keys.has(question.show_if.source) ? { ...question, show_if: null } : question,
    )(left);
  };

/**
 * Changes the answers of a question. Conditions follow one that is renamed, and lose one that is removed. One that is only
 * moved keeps its label.
 */
export const editOptions =
  (key: string, options: readonly DraftOption[]): Edit =>
  (draft) => {
    const before = questionIn(draft, key)?.options ?? [];
    const labels = new Set<string | number>(options.map(({ label }) => label));
    const isSame = before.length === options.length;
    const gone = isSame ? [...before.entries()].filter(([, { label }]) => !labels.has(label)) : [];
    const renamed = new Map(gone.map(([at, { label }]) => [label, options[at]?.label ?? label]));
    const followed = editQuestions((question) => {
      const { show_if } = question;
      if (show_if?.source !== key || !show_if.any_of) return question;
      const any_of = show_if.any_of.map((one) => renamed.get(String(one)) ?? one).filter((one) => labels.has(one));
      return { ...question, show_if: { ...show_if, any_of } };
    });
    return followed(editQuestion(key, (question) => withOptions(question, options))(draft));
  };

/** The first question whose condition is on a question that does not come before it, and that question. */
export function misplaced({ sections }: Draft): { question: DraftQuestion; source: DraftQuestion } | undefined {
  const all = sections.flatMap(({ questions }) => questions);
  for (const [at, question] of all.entries()) {
    const place = question.show_if ? all.findIndex(({ key }) => key === question.show_if?.source) : -1;
    const source = all[place];
    if (source && place >= at) return { question, source };
  }
  return undefined;
}

/** Moves a section to another place. */
export const moveSection = (key: string, to: number): Edit =>
  editSections((all) => {
    const section = all.find((one) => one.key === key);
    return section && to >= 0 && to < all.length ? all.filter((one) => one !== section).toSpliced(to, 0, section) : all;
  });

/** The place of a question: its section, and its number in it. */
export function placeInForm({ sections }: Draft, key: string): { section: number; at: number } | undefined {
  for (const [section, { questions }] of sections.entries()) {
    const at = questions.findIndex((question) => question.key === key);
    if (at !== -1) return { section, at };
  }
  return undefined;
}

const questionIn = ({ sections }: Draft, key: string): DraftQuestion | undefined =>
  sections.flatMap(({ questions }) => questions).find((question) => question.key === key);

/** Moves a question to a place among the others, which may be in another section. */
export const moveQuestion =
  (key: string, section: number, to: number): Edit =>
  (draft) => {
    const place = placeInForm(draft, key);
    const question = place && draft.sections[place.section]?.questions[place.at];
    if (!question || !draft.sections[section]) return draft;
    const others = without(key)(draft);
    return {
      ...others,
      sections: others.sections.map((one, at) =>
        at === section ? { ...one, questions: one.questions.toSpliced(to, 0, question) } : one,
      ),
    };
  };

/** Moves a section or question by one place. A question at the edge of its section moves on to the next one. */
export const moveBy =
  (key: string, by: 1 | -1): Edit =>
  (draft) => {
    const place = placeInForm(draft, key);
    if (!place) return moveSection(key, draft.sections.findIndex((section) => section.key === key) + by)(draft);
    const to = place.at + by;
    const own = draft.sections[place.section]?.questions.length ?? 0;
    if (to >= 0 && to < own) return moveQuestion(key, place.section, to)(draft);
    const next = draft.sections[place.section + by];
    return next ? moveQuestion(key, place.section + by, by === 1 ? 0 : next.questions.length)(draft) : draft;
  };

export type Numbered = { number: string; question: DraftQuestion };

/** The questions of a form in its order, with their numbers, `2.3`. */
export const numbered = ({ sections }: Pick<Draft, 'sections'>): Numbered[] =>
  sections.flatMap(({ questions }, section) =>
    questions.map((question, at) => ({ question, number: `${section + 1}.${at + 1}` })),
  );

/** The keys of sections and questions in the order of the outline. */
export const keysInForm = ({ sections }: Draft): string[] =>
  sections.flatMap(({ key, questions }) => [key, ...questions.map((question) => question.key)]);
