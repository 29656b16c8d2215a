import type { ReportStatus, SentSection } from '@shared/contract/evaluation-reports';
import { pointsOf } from '@shared/evaluation/points';
import { failsForm, isPassed, type QuestionType, scoreForm } from '@shared/evaluation/scores';
import { type Reason, reason } from '@shared/reasons/reasons';
import { invalid } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { joinedInOrder, valuesOf } from '../../../../store/fragments';
import { type Asked, faultsOf, type Given } from './rules';

type Values = Record<string, string | number | null>;

/** An answer with its comment and the moment of the audio that it points at, in ms. */
export type Answer = Given & { comment: string; position: number | null };
const unanswered: Answer = { answer: null, na: false, comment: '', position: null };

/** A question of a report as it is stored: what the form asks, and the answer. */
export type Question = Asked & Answer & { form_question_id: string; weight: number; hundredths: number | null };
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

/** Adds the sections and questions of new reports on a form, all unanswered. */
export function insertQuestions(db: Connection, report_ids: readonly string[], { form_id, form_revision }: Of): void {
  const values = { report_ids: JSON.stringify(report_ids), form_id, form_revision };
  const ofForm = 'd.form_id = @form_id AND d.revision = @form_revision';
  // The reports are walked first, so that the rows of each are stored side by side.
  const each = (table: string) =>
    joinedInOrder(`${valuesOf('@report_ids', 'text')} AS r`, `${table} d`, `ON ${ofForm}`);
  db.prepare<Values>(`
    INSERT INTO evaluation_report_sections (report_id, form_section_id, section_id)
    SELECT r.value, d.form_section_id, ${joinedId('r.value', 'd.form_section_id')}
    FROM ${each('evaluation_form_sections')}`).run(values);
  db.prepare<Values>(`
    INSERT INTO evaluation_report_questions (report_id, form_question_id, question_id)
    SELECT r.value, d.form_question_id, ${joinedId('r.value', 'd.form_question_id')}
    FROM ${each('evaluation_form_questions')}`).run(values);
}

type Row = {
  form_section_id: string;
  section_weight: number;
  pass_threshold: number | null;
  section_comment: string;
  form_question_id: string;
  type: QuestionType;
  weight: number;
  max_hundredths: number;
  allow_na: 0 | 1;
  options: string;
  answer: string | null;
  na: 0 | 1;
  comment: string;
  position: number | null;
  hundredths: number | null;
};

/** The sections of a report with their questions and answers, in the order of the form. */
export function sectionsOf(db: Connection, { report_id, form_id, form_revision }: Which): Section[] {
  const rows = db
    .prepare<Values, Row>(`
      SELECT d.form_section_id, d.weight AS section_weight, d.pass_threshold, s.comment AS section_comment,
        q.form_question_id, q.type, q.weight, q.max_hundredths, q.allow_na, q.options,
        a.answer, a.na, a.comment, a.position, a.hundredths
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

const questionOf = ({ max_hundredths, allow_na, options, answer, na, ...row }: QuestionRow): Question => ({
  ...row,
  max_points: pointsOf(max_hundredths),
  allow_na: allow_na === 1,
  options: JSON.parse(options),
  answer: answer === null ? null : JSON.parse(answer),
  na: na === 1,
});

/** Replaces all answers by these. Refused with InvalidRecord by the place of each in the request. */
export function replaced(sections: readonly Section[], sent: readonly SentSection[]): Section[] {
  const faults: Record<string, Reason> = {};
  const comments = new Map<string, string>();
  const answers = new Map<string, Answer>();
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
      else Object.assign(faults, under(place, faultsOf(asked, answer)));
      answers.set(form_question_id, answer);
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return sections.map((section) => ({
    ...section,
    comment: comments.get(section.form_section_id) ?? '',
    questions: section.questions.map((question) => ({
      ...question,
      ...unanswered,
      ...answers.get(question.form_question_id),
    })),
  }));
}

const under = (path: string, faults: object): Record<string, Reason> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${path}.${name}`, fault]));

/** Refuses a report with an unanswered question, other than a text, at its place in the form. */
function mustBeAnswered(sections: readonly Section[]): void {
  const open = sections.flatMap(({ questions }, i) =>
    questions.flatMap(({ type, answer, na }, j) =>
      answer === null && !na && type !== 'text' ? [[`sections.${i}.questions.${j}.answer`, reason('required')]] : [],
    ),
  );
  if (open.length > 0) throw invalid(Object.fromEntries(open));
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
 * of the question that was answered, the others are not stored again. Refused with InvalidRecord at a question without an
 * answer, if the report is completed.
 */
export function storeAnswers(db: Connection, report: Scored, sections: readonly Section[], only?: string): Result {
  const { report_id, status } = report;
  if (status === 'completed') mustBeAnswered(sections);
  const form = scoreForm(sections);
  const passed = (score: Parameters<typeof isPassed>[0], threshold: number | null) => {
    const verdict = status === 'completed' ? isPassed(score, threshold) : null;
    return verdict === null ? null : Number(verdict);
  };
  const keepSection = db.prepare<Values>(`
    UPDATE evaluation_report_sections SET comment = @comment, answer_fail_form = @answer_fail_form,
      section_na = @section_na, section_hundredths = @section_hundredths,
      section_max_hundredths = @section_max_hundredths, score = @score, is_passed = @is_passed
    WHERE report_id = @report_id AND form_section_id = @form_section_id`);
  const keepQuestion = db.prepare<Values>(`
    UPDATE evaluation_report_questions SET answer = @answer, na = @na, comment = @comment, position = @position,
      hundredths = @hundredths, answer_fail_form = @answer_fail_form
    WHERE report_id = @report_id AND form_question_id = @form_question_id`);
  const isStored = ({ form_question_id }: Question) => only === undefined || form_question_id === only;
  for (const [i, { form_section_id, comment, pass_threshold, questions }] of sections.entries()) {
    if (!questions.some(isStored)) continue;
    const scored = form.sections[i] as (typeof form.sections)[number];
    keepSection.run({
      report_id,
      form_section_id,
      comment,
      score: scored.score,
      answer_fail_form: Number(scored.fails),
      section_na: Number(scored.na),
      section_hundredths: scored.hundredths,
      section_max_hundredths: scored.max_hundredths,
      is_passed: passed(scored, pass_threshold),
    });
    for (const [j, question] of questions.entries()) {
      if (!isStored(question)) continue;
      const { form_question_id, answer, na, comment, position } = question;
      keepQuestion.run({
        report_id,
        form_question_id,
        na: Number(na),
        comment,
        position,
        answer: answer === null ? null : JSON.stringify(answer),
        hundredths: scored.questions[j] ?? null,
        answer_fail_form: Number(failsForm(question)),
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
