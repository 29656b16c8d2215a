import type {
  EvaluationReport,
  evaluationReportApi,
  evaluationSorts,
  listEvaluations,
} from '@shared/contract/evaluation-reports';
import { fold } from '@shared/fold';
import { dateRange } from '../../../../access/date-range';
import { type Conditions, elsewhere, list, type Reader, type Single } from '../../../../access/list';
import { reportsInScope, type Scope } from '../../../../access/scope';
import { contains, flag, isoTime, jsonList, jsonObject, storedJson, valuesOf } from '../../../../store/fragments';
import { query } from '../../../../store/query';
import { columnsOf, decimal, type Fields, integer, type KeyColumn, text } from '../../../../store/sql';
import { callConditions } from '../../../calls/calls';
import { comparedWith } from './compared';
import { failsForm } from './critical';
import { knownCall } from './its-call';

const listed = {
  ...columnsOf('e', ['report_id', 'form_id', 'title', 'status', 'agent_user_id']),
  report_points: decimal('e.report_hundredths'),
  report_max_points: decimal('e.report_max_hundredths'),
};

/** SQL: the name of the sample that the call of the report `e` was drawn in. */
export const sampleName = '(SELECT s.name FROM evaluation_samples s WHERE s.sample_id = e.sample_id)';

/** SQL: the plan that drew that sample. */
export const planOfSample = '(SELECT s.plan_id FROM evaluation_samples s WHERE s.sample_id = e.sample_id)';

/** SQL condition: the dispute of the report `e` is answered, or not. */
export const repliedIs = (replied: 'true' | 'false'): string =>
  `e.dispute_replied_at IS ${replied === 'true' ? 'NOT NULL' : 'NULL'}`;

/** The filters of both lists. `zone` is that of the days. */
const filters: Conditions<typeof evaluationReportApi.list> = {
  daterange(days, { bind, zone }) {
    const [first, end] = dateRange(days, zone);
    return `e.call_time >= ${bind(first)} AND e.call_time < ${bind(end)}`;
  },
  search_term(term, { bind }) {
    const part = bind(fold(term));
    return `(${contains('e.title_folded', part)}
      OR EXISTS (SELECT 1 FROM evaluation_forms f WHERE f.form_id = e.form_id AND ${contains('f.name_folded', part)})
      OR EXISTS (SELECT 1 FROM users u WHERE u.user_id = e.agent_user_id AND ${contains('u.name_folded', part)}))`;
  },
  tenant_id: (id, { bind }) => `e.tenant_id = ${bind(id)}`,
  evaluation_form_id: (id, { bind }) => `e.form_id = ${bind(id)}`,
  evaluator_user_id: (id, { bind }) => `e.evaluator_user_id = ${bind(id)}`,
  user_id: (id, { bind }) => `e.agent_user_id = ${bind(id)}`,
  group_id: (id, { bind }) =>
    `EXISTS (SELECT 1 FROM user_groups g WHERE g.user_id = e.agent_user_id AND g.group_id = ${bind(id)})`,
  status: (all, { bind }) => `e.status IN ${valuesOf(bind(JSON.stringify(all)), 'text')}`,
  agent_review_status: (status, { bind }) => `e.agent_review_status = ${bind(status)}`,
  dispute_replied: repliedIs,
  purpose: (purpose, { bind }) => `e.purpose = ${bind(purpose)}`,
  form_section_id: (id, { bind }) => `EXISTS (
    SELECT 1 FROM evaluation_report_sections s WHERE s.report_id = e.report_id AND s.form_section_id = ${bind(id)})`,
  compared: (_, { scope }) => `e.status = 'completed' AND EXISTS (SELECT 1 ${comparedWith('e', scope)})`,
  filters: (filters, making) => `EXISTS (
    SELECT 1 FROM calls whole ${knownCall(making.scope)}
    WHERE whole.call_pk = e.call_pk AND whole.removed_at IS NULL
      AND ${callConditions(filters, { ...making, key: 'whole.call_pk' })})`,
  call_id: (id, { bind }) => `e.call_pk = (SELECT c.call_pk FROM calls c WHERE c.call_id = ${bind(id)})`,
};

/** Reports, newest first. */
const inOrder = {
  key: [integer('e.created_at'), text('e.report_id')],
  descending: () => true,
  scope: (scope: Scope) => reportsInScope(scope, 'e'),
  filters,
  id: 'e.report_id',
};

/** Reports as API v2 lists them. */
export const reportList = list<typeof evaluationReportApi.list>('/api/v2/evaluation_reports.json', {
  from: 'evaluation_reports e',
  record: listed,
  ...inOrder,
  named: { as: 'evaluation_report', by: 'e.title' },
});

type Sort = (typeof evaluationSorts)[number];

/** What reports are sorted by, before their own order. Those without a score are last in both directions. */
const sortedBy: Record<Exclude<Sort, 'created_at'>, (isDown: boolean) => KeyColumn> = {
  setup_time: () => integer('e.call_time'),
  score: (isDown) => integer(`coalesce(e.score, ${isDown ? -1 : 1_000_000})`),
  agent: () => text('(SELECT u.name_folded FROM users u WHERE u.user_id = e.agent_user_id)'),
  evaluator: () => text('(SELECT u.name_folded FROM users u WHERE u.user_id = e.evaluator_user_id)'),
  form: () => text('(SELECT f.name_folded FROM evaluation_forms f WHERE f.form_id = e.form_id)'),
};

/** Reports with the names of their people and their results. */
export const evaluationList = list<typeof listEvaluations>('/api/v2/evaluations.json', {
  from: `evaluation_reports e
    JOIN evaluation_form_revisions r ON r.form_id = e.form_id AND r.revision = e.form_revision
    JOIN users a ON a.user_id = e.agent_user_id
    JOIN users v ON v.user_id = e.evaluator_user_id`,
  record: {
    ...columnsOf('e', ['report_id', 'title', 'status', 'agent_review_status', 'call_id', 'score']),
    ...columnsOf('e', ['agent_user_id', 'evaluator_user_id', 'sample_id']),
    dispute_replied_at: isoTime('e.dispute_replied_at'),
    evaluation_deadline: isoTime('e.evaluation_deadline'),
    sample_name: sampleName,
    agent_name: 'a.name',
    evaluator_name: 'v.name',
    setup_time: isoTime('e.call_time'),
    pass_threshold: 'r.pass_threshold',
    is_passed: flag('e.is_passed'),
    answer_fail_form: failsForm('e'),
  },
  source: () => ({ from: 'evaluation_reports e' }),
  ...inOrder,
  descending: ({ sort_order }) => sort_order !== 'asc',
  order: ({ sort = 'created_at', sort_order }) =>
    sort === 'created_at' ? undefined : [sortedBy[sort](sort_order !== 'asc'), ...inOrder.key],
  filters: {
    ...filters,
    sort: elsewhere,
    sort_order: elsewhere,
    is_passed: (is, { bind }) => `e.is_passed = ${bind(Number(is === 'true'))}`,
    score_min: (score, { bind }) => `e.score >= ${bind(score)}`,
    score_max: (score, { bind }) => `e.score <= ${bind(score)}`,
  },
});

type Section = EvaluationReport['sections'][number];

const questions = jsonList<Section['questions'][number]>(
  {
    ...columnsOf('a', ['question_id', 'form_question_id', 'comment', 'position']),
    ...columnsOf('q', ['title', 'description', 'type', 'weight']),
    answer: storedJson('a.answer'),
    na: flag('a.na'),
    hidden: flag('a.hidden'),
    points: decimal('a.hundredths'),
    max_points: decimal('q.max_hundredths'),
    answer_fail_form: flag('a.answer_fail_form'),
  },
  `evaluation_form_questions q
    JOIN evaluation_report_questions a ON a.report_id = s.report_id AND a.form_question_id = q.form_question_id
    WHERE q.form_id = d.form_id AND q.revision = d.revision AND q.form_section_id = d.form_section_id`,
  'q.place',
);
const sections = jsonList<Section>(
  {
    ...columnsOf('s', ['section_id', 'form_section_id', 'comment', 'score']),
    ...columnsOf('d', ['title', 'description', 'weight', 'pass_threshold']),
    order: 'd.section_order',
    answer_fail_form: flag('s.answer_fail_form'),
    answer_fail_section: flag('s.answer_fail_section'),
    section_na: flag('s.section_na'),
    section_points: decimal('s.section_hundredths'),
    section_max_points: decimal('s.section_max_hundredths'),
    is_passed: flag('s.is_passed'),
    ...columnsOf('e', ['form_revision', 'revision']),
    questions,
  },
  `evaluation_form_sections d
    JOIN evaluation_report_sections s ON s.report_id = e.report_id AND s.form_section_id = d.form_section_id
    WHERE d.form_id = e.form_id AND d.revision = e.form_revision`,
  'd.section_order, d.place',
);

const attributes: Fields<Omit<EvaluationReport, 'sections'>> = {
  ...listed,
  ...columnsOf('e', ['description', 'agent_review_status', 'assigner_user_id', 'evaluator_user_id', 'call_id']),
  ...columnsOf('e', ['purpose', 'calibration_id', 'sample_id']),
  plan_id: planOfSample,
  ...columnsOf('e', ['comment', 'agent_comment', 'dispute_reply', 'score', 'form_revision', 'revision']),
  ...columnsOf('r', ['type', 'pass_threshold']),
  created_at: isoTime('e.created_at'),
  evaluation_started_at: isoTime('e.evaluation_started_at'),
  evaluation_completed_at: isoTime('e.evaluation_completed_at'),
  evaluation_deadline: isoTime('e.evaluation_deadline'),
  agent_review_started_at: isoTime('e.agent_review_started_at'),
  agent_review_completed_at: isoTime('e.agent_review_completed_at'),
  agent_review_deadline: isoTime('e.agent_review_deadline'),
  dispute_replied_at: isoTime('e.dispute_replied_at'),
  agent_can_view: flag('e.agent_can_view'),
  agent_review_mandatory: flag('e.agent_review_mandatory'),
  agent_can_dispute: flag('e.agent_can_dispute'),
  is_passed: flag('e.is_passed'),
};

/** Reports with all their attributes, sections and questions. */
export const wholeReports: Reader = {
  one: query('evaluation-reports.one', (db, { id, scope, zone }: Parameters<Reader['one']['run']>[1]) =>
    db
      .prepare<Record<string, string>, Single>(`
        SELECT ${jsonObject<EvaluationReport>({ ...attributes, sections })} AS json, e.updated_at AS version
        FROM evaluation_reports e
        JOIN evaluation_form_revisions r ON r.form_id = e.form_id AND r.revision = e.form_revision
        WHERE e.report_id = @id AND ${reportsInScope(scope, 'e')}`)
      .get({ ...scope.params, id, zone }),
  ),
};

type Question = Section['questions'][number];
/** A report without what its form says: the results of its sections, and the questions with an answer or a comment. */
export type ReportEntry = Omit<EvaluationReport, 'sections'> & {
  sections: Pick<
    Section,
    'form_section_id' | 'comment' | 'section_points' | 'section_max_points' | 'score' | 'is_passed'
  >[];
  answers: Pick<Question, 'form_question_id' | 'answer' | 'na' | 'comment' | 'position'>[];
};

const answered = "a.hidden = 0 AND (a.answer IS NOT NULL OR a.na = 1 OR a.comment <> '' OR a.position IS NOT NULL)";
const ofQuestions = valuesOf('@form_question_ids', 'text');
/** SQL: the sections of the questions in the form of the report. */
const theirSections = `(
  SELECT q.form_section_id FROM evaluation_form_questions q
  WHERE q.form_id = e.form_id AND q.revision = e.form_revision AND q.form_question_id IN ${ofQuestions})`;

/** The fields of an entry: of all sections and answers, or only of some questions and their sections. */
const entry = (of: 'all' | 'questions'): Fields<ReportEntry> => ({
  ...attributes,
  sections: jsonList<ReportEntry['sections'][number]>(
    {
      ...columnsOf('s', ['form_section_id', 'comment', 'score']),
      section_points: decimal('s.section_hundredths'),
      section_max_points: decimal('s.section_max_hundredths'),
      is_passed: flag('s.is_passed'),
    },
    `evaluation_report_sections s WHERE s.report_id = e.report_id
      AND ${of === 'all' ? 'TRUE' : `s.form_section_id IN ${theirSections}`}`,
    's.form_section_id',
  ),
  answers: jsonList<ReportEntry['answers'][number]>(
    {
      ...columnsOf('a', ['form_question_id', 'comment', 'position']),
      answer: storedJson('a.answer'),
      na: flag('a.na'),
    },
    `evaluation_report_questions a WHERE a.report_id = e.report_id AND ${answered}
      AND ${of === 'all' ? 'TRUE' : `a.form_question_id IN ${ofQuestions}`}`,
    'a.form_question_id',
  ),
});

type Entries = { ids: readonly string[]; form_question_ids?: readonly string[] | undefined };

/** Reports as the audit log lists them, by id; with `form_question_ids`, only with these questions and their sections. */
export const selectEntries = query('evaluation-reports.entries', (db, { ids, form_question_ids }: Entries) => {
  const rows = db
    .prepare<Record<string, string>, { report_id: string; json: string }>(`
      SELECT e.report_id, ${jsonObject(entry(form_question_ids === undefined ? 'all' : 'questions'))} AS json
      FROM evaluation_reports e
      JOIN evaluation_form_revisions r ON r.form_id = e.form_id AND r.revision = e.form_revision
      WHERE e.report_id IN ${valuesOf('@ids', 'text')}`)
    .all({
      ids: JSON.stringify(ids),
      zone: 'UTC',
      ...(form_question_ids && { form_question_ids: JSON.stringify(form_question_ids) }),
    });
  return new Map(rows.map(({ report_id, json }): [string, ReportEntry] => [report_id, JSON.parse(json)]));
});
