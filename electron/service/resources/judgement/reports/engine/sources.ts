import { isOneOf } from '@shared/one-of';
import {
  type Dimension,
  fieldOf,
  type RecordDimension,
  recordDimensions,
  type TimeDimension,
  timeDimensions,
} from '@shared/report-names';
import { completedInScope, type Scope } from '../../../../access/scope';
import { inTime, joinedInOrder, joinedValues, numberKeyOf, unwalked } from '../../../../store/fragments';
import { integer } from '../../../../store/sql';
import { timeColumns } from './times';

export const isTime = (name: string): name is TimeDimension => isOneOf(timeDimensions, name);
export const isRecord = (name: string): name is RecordDimension => isOneOf(recordDimensions, name);
/** Whether a call can have several values of a dimension. */
export const hasMany = (name: Dimension): boolean => (isRecord(name) && name !== 'tenant') || name === 'answer';

/** The parts that a dimension adds to a statement: the SQL of its value, and the table that has it. */
export type Source = { value: string; join: string };

/** The statement that dimensions are added to: its parameters, the custom fields its user sees, and their scope. */
type Statement = { bind: (value: string) => string; visible: Set<string>; scope: Scope };

const inRange = (key: string): string => `${key} >= @first_key AND ${key} < @end_key`;

/**
 * SQL condition: the call of a key is in the span that is counted. Ends the statement when the run is stopped. A
 * `quick` statement only walks an index: the check would take a third of its time, so it is left out.
 */
export const inSpan = (key: string, { quick = false } = {}): string =>
  quick ? inRange(key) : `${inTime([key], [integer(key)])} AND ${inRange(key)}`;

/** The groups of the users of a call, each once. */
const callGroups = `SELECT DISTINCT u.call_pk, g.group_id FROM call_users u JOIN user_groups g USING (user_id)
  WHERE ${inSpan('u.call_pk')}`;

/** The clients of a call, each once: one of their numbers is the number of a side. The contacts lead to the calls. */
const callClients = `SELECT DISTINCT f.call_pk, l.client_id
  FROM ${joinedInOrder('client_contacts k', 'call_numbers f', 'USING (number_key)')}
  JOIN clients l USING (client_id) JOIN calls n ON n.call_pk = f.call_pk
  WHERE ${unwalked('n.tenant_id')} = ${unwalked('l.tenant_id')} AND ${inSpan('f.call_pk')}
    AND f.number_key IN (${numberKeyOf('n.from_number')}, ${numberKeyOf('n.to_number')})`;

/** The dimensions of a call `c` that its evaluations share, as far as the user knows the call. */
const ofCall: Record<'direction' | 'tenant' | 'category' | 'client', Source> = {
  direction: { value: 'c.protocol_call_direction', join: '' },
  tenant: { value: 'c.tenant_id', join: '' },
  category: {
    value: 'by_category.category_id',
    join: `LEFT JOIN call_categories by_category ON by_category.call_pk = c.call_pk AND by_category.category_id NOT IN (
      SELECT category_id FROM categories WHERE private_user_id <> @scope_user)`,
  },
  client: {
    value: 'by_client.client_id',
    join: `LEFT JOIN (${callClients}) AS by_client ON by_client.call_pk = c.call_pk`,
  },
};
type Shared = keyof typeof ofCall;
type OfEvaluation = Exclude<RecordDimension, Shared> | 'answer';

/** Whether a figure is under a question or an answer. */
export const asksQuestions = (names: readonly Dimension[]): boolean =>
  names.includes('question') || names.includes('answer');

/** Joins the answers `a` of an evaluation `e`, and with `isAsked` their questions `q` in its revision of the form. */
export const answersOf = (isAsked: boolean): string => `JOIN evaluation_report_questions a ON a.report_id = e.report_id
  ${isAsked ? 'JOIN evaluation_form_questions q ON q.form_id = e.form_id AND q.revision = e.form_revision AND q.form_question_id = a.form_question_id' : ''}`;

/** Only answers: without `answer` as a dimension of its own, N/A is none, as in searches. */
const onlyAnswers = (names: readonly Dimension[], alias: string): string =>
  names.includes('answer') ? '' : `AND ${alias}.na = 0 AND ${alias}.answer IS NOT NULL`;

/** What is joined to an answer `a` to a question `q` for its labels `one`: each choice, and none of N/A and texts. */
const labelsOfAnswer = `LEFT JOIN ${joinedValues(
  `CASE WHEN a.na = 1 OR q.type = 'text' THEN NULL WHEN q.type = 'multi' THEN a.answer ELSE '[' || a.answer || ']' END`,
  'one',
)} ON TRUE`;
/** A label, or a number, which is another answer than a label with its digits. */
const labelOfAnswer = `CASE WHEN q.type = 'numeric' THEN '#' ELSE '=' END || one.value`;
/** The id of an answer from its SQL value: a label, or a number. */
export const answerId = (value: string): string | number =>
  value.startsWith('#') ? Number(value.slice(1)) : value.slice(1);

/**
 * The users, groups, forms, sections, questions, answers and evaluators of a call `c`. With users, groups are those of the user; sections
 * are those of the forms, questions those of the sections, and answers those to the questions.
 */
function peopleOfCall(names: readonly Dimension[], scope: Scope): Record<OfEvaluation, Source> {
  const parts = {
    evaluation_form: 'e.form_id',
    evaluation_section: 's.form_section_id',
    evaluator: 'e.evaluator_user_id',
    question: 'a.form_question_id',
    answer: labelOfAnswer,
  };
  const wanted = (['evaluation_form', 'evaluation_section', 'evaluator', 'question', 'answer'] as const).filter(
    (name) => names.includes(name),
  );
  const inSections = wanted.includes('evaluation_section');
  const isAsked = asksQuestions(names);
  const joins = [
    isAsked && answersOf(inSections || wanted.includes('answer')),
    inSections && 'JOIN evaluation_report_sections s ON s.report_id = e.report_id',
    inSections && isAsked && 'AND s.form_section_id = q.form_section_id',
    wanted.includes('answer') && labelsOfAnswer,
  ].filter((join) => join !== false);
  const evaluations = `LEFT JOIN (
    SELECT DISTINCT e.call_pk, ${wanted.map((name) => `${parts[name]} AS ${name}`).join(', ')}
    FROM evaluation_reports e ${joins.join(' ')}
    WHERE ${inSpan('e.call_pk')} AND ${completedInScope(scope, 'e')} ${isAsked ? onlyAnswers(names, 'a') : ''}) AS by_evaluation
    ON by_evaluation.call_pk = c.call_pk`;
  return {
    user: { value: 'by_user.user_id', join: 'LEFT JOIN call_users by_user ON by_user.call_pk = c.call_pk' },
    group: {
      value: 'by_group.group_id',
      join: names.includes('user')
        ? 'LEFT JOIN user_groups by_group ON by_group.user_id = by_user.user_id'
        : `LEFT JOIN (${callGroups}) AS by_group ON by_group.call_pk = c.call_pk`,
    },
    evaluation_form: { value: 'by_evaluation.evaluation_form', join: evaluations },
    evaluation_section: { value: 'by_evaluation.evaluation_section', join: evaluations },
    evaluator: { value: 'by_evaluation.evaluator', join: evaluations },
    question: { value: 'by_evaluation.question', join: evaluations },
    answer: { value: 'by_evaluation.answer', join: evaluations },
  };
}

/** The agent, form, sections, questions, answers and evaluator of an evaluation `e`, which counts once under each. */
function ofEvaluation(names: readonly Dimension[], scope: Scope): Record<OfEvaluation, Source> {
  const isAsked = asksQuestions(names);
  const inSections = names.includes('evaluation_section');
  const isLabelled = names.includes('answer');
  const values = [
    names.includes('question') && 'a.form_question_id',
    isLabelled && `${labelOfAnswer} AS label`,
    inSections && 'q.form_section_id',
  ].filter((value) => value !== false);
  // Without the question, several answers can be the same.
  const distinct = names.includes('question') ? '' : 'DISTINCT';
  const answers =
    isLabelled || inSections
      ? `(SELECT ${distinct} e.report_id, ${values.join(', ')}
          FROM evaluation_reports e ${answersOf(true)} ${isLabelled ? labelsOfAnswer : ''}
          WHERE ${inSpan('e.call_pk')} AND ${completedInScope(scope, 'e')} ${onlyAnswers(names, 'a')})`
      : 'evaluation_report_questions';
  const condition = answers.startsWith('(') ? '' : onlyAnswers(names, 'given');
  const given = isAsked ? `LEFT JOIN ${answers} AS given ON given.report_id = e.report_id ${condition}` : '';
  return {
    ...peopleOfEvaluation,
    evaluation_section: {
      value: 'by_section.form_section_id',
      join: `${given} LEFT JOIN evaluation_report_sections by_section ON by_section.report_id = e.report_id
        ${isAsked ? 'AND by_section.form_section_id = given.form_section_id' : ''}`,
    },
    // With sections, they come before these.
    question: { value: 'given.form_question_id', join: inSections ? '' : given },
    answer: { value: 'given.label', join: inSections ? '' : given },
  };
}

const peopleOfEvaluation = {
  user: { value: 'e.agent_user_id', join: '' },
  group: {
    value: 'by_group.group_id',
    join: 'LEFT JOIN user_groups by_group ON by_group.user_id = e.agent_user_id',
  },
  evaluation_form: { value: 'e.form_id', join: '' },
  evaluator: { value: 'e.evaluator_user_id', join: '' },
};

/** The same of an answer `a` to a question `q` of an evaluation `e`, which counts once under each of its labels. */
const ofAnswer: Record<OfEvaluation, Source> = {
  ...peopleOfEvaluation,
  evaluation_section: { value: 'q.form_section_id', join: '' },
  question: { value: 'a.form_question_id', join: '' },
  answer: { value: labelOfAnswer, join: labelsOfAnswer },
};

/**
 * The sources of dimensions, for calls `c`, for evaluations `e` of them, or for their answers `a`: the values, and the joins without
 * repetition.
 */
export function sourcesOf(
  names: readonly Dimension[],
  of: 'calls' | 'evaluations' | 'answers',
  { bind, visible, scope }: Statement,
) {
  const parts = { calls: peopleOfCall, evaluations: ofEvaluation, answers: () => ofAnswer };
  const records = { ...ofCall, ...parts[of](names, scope) };
  const sourceOf = (name: Dimension): Source => {
    if (isTime(name)) return { value: timeColumns[name](of === 'calls' ? 'c.call_pk' : 'e.call_pk'), join: '' };
    const field = fieldOf(name);
    if (field === undefined) return records[name as keyof typeof records];
    // A field that was deleted or hidden since the run was requested has no values.
    if (!visible.has(field)) return { value: 'CAST(NULL AS TEXT)', join: '' };
    const alias = `field_${names.indexOf(name)}`;
    const join = `LEFT JOIN call_custom_values ${alias} ON ${alias}.field_id = ${bind(field)} AND ${alias}.call_pk = c.call_pk`;
    return { value: `${alias}.value`, join };
  };
  const sources = new Map(names.map((name) => [name, sourceOf(name)]));
  // First the users, whose groups may be joined to them.
  const inOrder = [...names].sort((one, other) => Number(other === 'user') - Number(one === 'user'));
  return {
    values: names.map((name, place) => `${sources.get(name)?.value} AS value_of_${place}`),
    first: sources.get(names[0] as Dimension)?.value ?? '',
    joins: [...new Set(inOrder.map((name) => sources.get(name)?.join ?? ''))].join(' '),
  };
}
