import type { SentSection } from '@shared/contract/evaluation-reports';
import { hiddenIn } from '@shared/evaluation/conditions';
import { pointsOf } from '@shared/evaluation/points';
import { type AnsweredQuestion, fails, isPassed, neededBy, scoreForm } from '@shared/evaluation/scores';
import type { ReportStatus } from '@shared/evaluation/statuses';
import { type Reason, reason } from '@shared/reasons/reasons';
import { invalid, under } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { joinedInOrder, valuesOf } from '../../../../store/fragments';
import { type Asked, faultsOf, type Given } from './rules';

type Values = Record<string, string | number | null>;

/** An answer with its comment and the moment of the audio that it points at, in ms. */
export type Answer = Given & { comment: string; position: number | null };
const unanswered: Answer = { answer: null, na: false, comment: '', position: null };

/** A question of a report as it is stored: what the form asks, and the answer. `was_hidden` is from before a change. */
export type Question = AnsweredQuestion &
  Asked &
  Answer & {
    form_question_id: string;
    moment_required: boolean;
    comment_below: number | null;
    was_hidden: boolean;
  };
export type Section = {
  form_section_id: string;
  weight: number;
  pass_threshold: number | null;
  comment: string;
  questions: Question[];
};

/** A report whose answers are read or changed. */
export type Which = { report_id: string; form_id: string; form_revision: number };

/** SQL: a UUID (RFC 9562, version 8) that follows from two others: from the beginning of one, and the end of the other. */
const joinedId = (one: string, other: string): string =>
  `substr(${one}, 1, 14) || '8' || substr(${one}, 16, 3) || substr(${other}, 19)`;

type Of = Omit<Which, 'report_id'>;

/** Adds the sections and questions of new reports on a form, all unanswered; so those with a condition are hidden. */
export function insertQuestions(db: Connection, report_ids: readonly string[], { form_id, form_revision }: Of): void {
  const values = { report_ids: JSON.stringify(report_ids), form_id, form_revision };
  const ofForm = 'd.form_id = @form_id AND d.revision = @form_revision';
  // The reports are walked first, so that the rows of each are stored side by side.
  const each = (table: string) =>
    joinedInOrder(`${valuesOf('@report_ids', 'text')} AS r`, `${table} d`, `ON ${ofForm}`);
  const isHidden = 'CASE WHEN d.show_if IS NULL THEN 0 ELSE 1 END';
  db.prepare<Values>(`
    INSERT INTO evaluation_report_sections (report_id, form_section_id, section_id)
    SELECT r.value, d.form_section_id, ${joinedId('r.value', 'd.form_section_id')}
    FROM ${each('evaluation_form_sections')}`).run(values);
  db.prepare<Values>(`
    INSERT INTO evaluation_report_questions (report_id, form_question_id, question_id, na, hidden)
    SELECT r.value, d.form_question_id, ${joinedId('r.value', 'd.form_question_id')}, ${isHidden}, ${isHidden}
    FROM ${each('evaluation_form_questions')}`).run(values);
}

type Row = {
  form_section_id: string;
  section_weight: number;
  pass_threshold: number | null;
  section_comment: string;
  form_question_id: string;
  type: Question['type'];
  weight: number;
  max_hundredths: number;
  allow_na: 0 | 1;
  options: string;
  key: string | null;
  show_if: string | null;
  is_scored: 0 | 1;
  moment_required: 0 | 1;
  comment_below_hundredths: number | null;
  answer: string | null;
  na: 0 | 1;
  hidden: 0 | 1;
  comment: string;
  position: number | null;
};

const askedColumns = `q.form_question_id, q.type, q.weight, q.max_hundredths, q.allow_na, q.options, q."key", q.show_if,
  q.is_scored, q.moment_required, q.comment_below_hundredths`;

/** The sections of a report with their questions and answers, in the order of the form. */
export function sectionsOf(db: Connection, { report_id, form_id, form_revision }: Which): Section[] {
  const rows = db
    .prepare<Values, Row>(`
      SELECT d.form_section_id, d.weight AS section_weight, d.pass_threshold, s.comment AS section_comment,
        ${askedColumns}, a.answer, a.na, a.hidden, a.comment, a.position
      FROM evaluation_form_sections d
      JOIN evaluation_form_questions q
        ON q.form_id = d.form_id AND q.revision = d.revision AND q.form_section_id = d.form_section_id
      JOIN evaluation_report_sections s ON s.report_id = @report_id AND s.form_section_id = d.form_section_id
      JOIN evaluation_report_questions a ON a.report_id = @report_id AND a.form_question_id = q.form_question_id
      WHERE d.form_id = @form_id AND d.revision = @form_revision
      ORDER BY d.section_order, d.place, q.place`)
    .all({ report_id, form_id, form_revision });
  const sections = new Map<string, Section>();
  for (const { form_section_id, section_weight, section_comment, pass_threshold, ...row } of rows) {
    const section = sections.get(form_section_id) ?? {
      form_section_id,
      weight: section_weight,
      comment: section_comment,
      pass_threshold,
      questions: [],
    };
    sections.set(form_section_id, section);
    section.questions.push(questionOf(row));
  }
  return [...sections.values()];
}

type QuestionRow = Omit<Row, 'form_section_id' | 'section_weight' | 'section_comment' | 'pass_threshold'>;
type AskedRow = Omit<QuestionRow, 'answer' | 'na' | 'hidden' | 'comment' | 'position'>;

/** What a question asks, from its columns. */
const askedOf = (row: AskedRow): FormQuestionRow => ({
  form_question_id: row.form_question_id,
  type: row.type,
  weight: row.weight,
  max_points: pointsOf(row.max_hundredths),
  allow_na: row.allow_na === 1,
  options: JSON.parse(row.options),
  key: row.key,
  show_if: row.show_if === null ? null : JSON.parse(row.show_if),
  is_scored: row.is_scored === 1,
  moment_required: row.moment_required === 1,
  comment_below: row.comment_below_hundredths === null ? null : pointsOf(row.comment_below_hundredths),
});

const questionOf = (row: QuestionRow): Question => ({
  ...askedOf(row),
  answer: row.answer === null ? null : JSON.parse(row.answer),
  // A hidden question is stored as N/A, and is not N/A any more once it is shown.
  na: row.na === 1 && row.hidden === 0,
  comment: row.comment,
  position: row.position,
  was_hidden: row.hidden === 1,
});

/** An answer whose labels, if it has several, are in the order of the form. */
function inOrder({ options }: Asked, answer: Given['answer']): Given['answer'] {
  if (!Array.isArray(answer)) return answer;
  const place = (label: string) => options.findIndex((option) => option.label === label);
  return answer.toSorted((one, other) => place(one) - place(other));
}

/** The question with another answer. */
export const withAnswer = (question: Question, given: Partial<Answer>): Question => ({
  ...question,
  ...given,
  ...(given.answer !== undefined && { answer: inOrder(question, given.answer) }),
});

/** A section of a revision of a form with its questions, without answers. */
export type FormSectionQuestions = { weight: number; questions: (FormQuestionRow & { title: string })[] };
type FormQuestionRow = Omit<Question, 'answer' | 'na' | 'comment' | 'position' | 'was_hidden'>;

/** The questions of a revision of a form, by section, in its order. */
export function formQuestionsOf(db: Connection, { form_id, form_revision }: Of): FormSectionQuestions[] {
  const rows = db
    .prepare<Values, AskedRow & { title: string; form_section_id: string; section_weight: number }>(`
      SELECT d.form_section_id, d.weight AS section_weight, q.title, ${askedColumns}
      FROM evaluation_form_sections d
      JOIN evaluation_form_questions q
        ON q.form_id = d.form_id AND q.revision = d.revision AND q.form_section_id = d.form_section_id
      WHERE d.form_id = @form_id AND d.revision = @form_revision
      ORDER BY d.section_order, d.place, q.place`)
    .all({ form_id, form_revision });
  const sections = new Map<string, FormSectionQuestions>();
  for (const { form_section_id, section_weight, title, ...row } of rows) {
    const section = sections.get(form_section_id) ?? { weight: section_weight, questions: [] };
    sections.set(form_section_id, section);
    section.questions.push({ ...askedOf(row), title });
  }
  return [...sections.values()];
}

/** Replaces all answers by these. Refused with InvalidRecord by the place of each in the request. */
export function replaced(sections: readonly Section[], sent: readonly SentSection[]): Section[] {
  const faults: Record<string, Reason> = {};
  const comments = new Map<string, string>();
  const answers = new Map<string, Answer & { path: string }>();
  for (const [i, { form_section_id, comment, questions }] of sent.entries()) {
    const section = sections.find((one) => one.form_section_id === form_section_id);
    const path = `sections.${i}`;
    if (!section) faults[`${path}.form_section_id`] = reason('not_of_this_form');
    else if (comments.has(form_section_id)) faults[`${path}.form_section_id`] = reason('given_twice');
    comments.set(form_section_id, comment);
    for (const [j, { form_question_id, ...answer }] of questions.entries()) {
      const asked = section?.questions.find((one) => one.form_question_id === form_question_id);
      const place = `${path}.questions.${j}`;
      if (!section) continue;
      if (!asked) faults[`${place}.form_question_id`] = reason('not_of_this_section');
      else if (answers.has(form_question_id)) faults[`${place}.form_question_id`] = reason('given_twice');
      else answers.set(form_question_id, { ...answer, path: place });
    }
  }
  const now = sections.map((section) => ({
    ...section,
    comment: comments.get(section.form_section_id) ?? '',
    questions: section.questions.map((question) => {
      const { path: _, ...answer } = { path: '', ...unanswered, ...answers.get(question.form_question_id) };
      return withAnswer(question, answer);
    }),
  }));
  const hidden = hiddenIn(now);
  for (const question of now.flatMap(({ questions }) => questions)) {
    const given = answers.get(question.form_question_id);
    if (given) Object.assign(faults, under(given.path, faultsOf(question, given, hidden.has(question))));
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return now.map((section) => ({
    ...section,
    questions: section.questions.map((question) => (hidden.has(question) ? { ...question, ...unanswered } : question)),
  }));
}

/**
 * Refuses a report with a shown question, other than a text, that is unanswered, and with an answer that lacks a comment or
 * a moment, at its place in the form.
 */
function mustBeComplete(sections: readonly Section[]): void {
  const hidden = hiddenIn(sections);
  const faults: Record<string, Reason> = {};
  for (const [i, { questions }] of sections.entries()) {
    for (const [j, question] of questions.entries()) {
      if (hidden.has(question)) continue;
      const { type, answer, na, comment, position } = question;
      const needs = neededBy(question);
      const missing = {
        answer: answer === null && !na && type !== 'text',
        comment: needs.comment && comment.trim() === '',
        position: needs.position && position === null,
      };
      for (const [name, isMissing] of Object.entries(missing))
        if (isMissing) faults[`sections.${i}.questions.${j}.${name}`] = reason('required');
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** The result of a report in its columns. */
export type Result = {
  report_hundredths: number;
  report_max_hundredths: number;
  score: number | null;
  is_passed: number | null;
};
type Scored = Which & { status: ReportStatus; pass_threshold: number | null };

/**
 * Stores the answers of a report with their points, and the results of its sections. Returns its own. With `only`, the id
 * of the question that was answered, others are stored only if they are shown or hidden now. Refused with InvalidRecord at a
 * question that is not complete, if the report is completed.
 */
export function storeAnswers(db: Connection, report: Scored, sections: readonly Section[], only?: string): Result {
  const { report_id, status } = report;
  if (status === 'completed') mustBeComplete(sections);
  const form = scoreForm(sections);
  const passed = (score: Parameters<typeof isPassed>[0], threshold: number | null) => {
    const verdict = status === 'completed' ? isPassed(score, threshold) : null;
    return verdict === null ? null : Number(verdict);
  };
  const keepSection = db.prepare<Values>(`
    UPDATE evaluation_report_sections SET comment = @comment, answer_fail_form = @answer_fail_form,
      answer_fail_section = @answer_fail_section, section_na = @section_na, section_hundredths = @section_hundredths,
      section_max_hundredths = @section_max_hundredths, score = @score, is_passed = @is_passed
    WHERE report_id = @report_id AND form_section_id = @form_section_id`);
  const keepQuestion = db.prepare<Values>(`
    UPDATE evaluation_report_questions SET answer = @answer, na = @na, hidden = @hidden, comment = @comment,
      position = @position, hundredths = @hundredths, answer_fail_form = @answer_fail_form
    WHERE report_id = @report_id AND form_question_id = @form_question_id`);
  for (const [i, { form_section_id, comment, pass_threshold, questions }] of sections.entries()) {
    const scored = form.sections[i] as (typeof form.sections)[number];
    const each = questions.map((question, j) => ({
      question,
      isHidden: scored.hidden[j] === true,
      hundredths: scored.questions[j] ?? null,
    }));
    const stored = each.filter(
      ({ question, isHidden }) =>
        only === undefined || question.form_question_id === only || isHidden !== question.was_hidden,
    );
    if (stored.length === 0) continue;
    const fails_section = scored.fails || scored.fails_section;
    keepSection.run({
      report_id,
      form_section_id,
      comment,
      score: scored.score,
      answer_fail_form: Number(scored.fails),
      answer_fail_section: Number(scored.fails_section),
      section_na: Number(scored.na),
      section_hundredths: scored.hundredths,
      section_max_hundredths: scored.max_hundredths,
      is_passed: passed({ ...scored, fails: fails_section }, pass_threshold),
    });
    for (const { question, isHidden, hundredths } of stored) {
      const { form_question_id } = question;
      const { answer, na, comment, position } = isHidden ? { ...unanswered, na: true } : question;
      keepQuestion.run({
        report_id,
        form_question_id,
        na: Number(na),
        hidden: Number(isHidden),
        comment,
        position,
        answer: answer === null ? null : JSON.stringify(answer),
        hundredths,
        answer_fail_form: Number(!isHidden && fails(question, 'fails_form')),
      });
    }
  }
  return {
    report_hundredths: form.hundredths,
    report_max_hundredths: form.max_hundredths,
    score: form.score,
    is_passed: passed(form, report.pass_threshold),
  };
}
