import { z } from 'zod';
import { maxQuestions } from '../evaluation/points';
import { reportStatuses, reviews } from '../evaluation/statuses';
import { says } from '../reasons/check';
import { advancedFilters } from './call-filters';
import { collection } from './collection';
import { questionTypes } from './evaluation-questions';
import { deadline, readOnly, recordId, recordName, searchedText, text } from './fields';
import { operation, timestamp, wholeNumber } from './operation';
import { pageOf } from './paging';

export const reviewStatus = z.enum(reviews).nullable();
export type ReviewStatus = z.infer<typeof reviewStatus>;

/** What a report was scored for. Lists, figures and draws know `quality` only, unless they are asked for another one. */
export const purposes = ['quality', 'calibration'] as const;

export const answer = z.union([z.string(), z.number(), z.array(z.string())]).nullable();
const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();

const ReportQuestion = z
  .object({
    question_id: z.uuid(),
    form_question_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    type: z.enum(questionTypes),
    weight: z.number().int(),
    answer: answer.meta({
      description:
        'The label of a choice, the labels of a multi in the order of the form, a number, yes or no, or a text; null when unanswered',
    }),
    na: z.boolean().meta({ description: 'Also true of a hidden question' }),
    hidden: z.boolean().meta({ description: 'Extension: its condition does not hold' }),
    points: z
      .number()
      .nullable()
      .meta({ description: 'Without weights; null when unanswered, N/A, a text or without points' }),
    max_points: z.number(),
    answer_fail_form: z.boolean().meta({ description: 'Extension: the answer fails the form' }),
    comment: z.string(),
    position: position.meta({ description: 'A moment of the audio in ms' }),
  })
  .meta({ id: 'ReportQuestion' });

const ReportSection = z
  .object({
    section_id: z.uuid(),
    form_section_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    weight: z.number().int(),
    order: z.number().int(),
    comment: z.string(),
    answer_fail_form: z.boolean().meta({ description: 'An answer of the section fails the form' }),
    answer_fail_section: z.boolean().meta({ description: 'Extension: an answer fails the section' }),
    section_na: z.boolean().meta({ description: 'All questions are N/A' }),
    section_points: z.number().meta({ description: 'With weights' }),
    section_max_points: z.number(),
    pass_threshold: z.number().int().nullable(),
    score: z.number().int().nullable().meta({ description: 'In percent, cut to a whole number; null without points' }),
    is_passed: z.boolean().nullable().meta({ description: 'Null before completion' }),
    form_revision: z.number().int(),
    revision: z.number().int(),
    questions: z.array(ReportQuestion),
  })
  .meta({ id: 'ReportSection' });

const ListedReport = z
  .object({
    report_id: z.uuid(),
    form_id: z.uuid(),
    title: z.string(),
    status: z.enum(reportStatuses),
    agent_user_id: z.uuid(),
    report_points: z.number(),
    report_max_points: z.number(),
  })
  .meta({ id: 'ListedReport' });

/** The evaluation of an agent on a call, with the revision of the form that it was made on. */
export const EvaluationReport = z
  .object({
    ...ListedReport.shape,
    description: z.string(),
    purpose: z.enum(purposes).meta({ description: 'Extension' }),
    calibration_id: z.uuid().nullable().meta({ description: 'Extension: the calibration that it is a part of' }),
    plan_id: z.uuid().nullable().meta({ description: 'Extension: the plan that drew its call' }),
    sample_id: z.uuid().nullable().meta({ description: 'Extension: the sample that its call was drawn in' }),
    type: z.enum(['manual', 'auto']),
    agent_review_status: reviewStatus,
    assigner_user_id: z.uuid().nullable(),
    evaluator_user_id: z.uuid(),
    call_id: z.uuid(),
    created_at: timestamp(),
    evaluation_started_at: timestamp().nullable(),
    evaluation_completed_at: timestamp().nullable(),
    agent_review_started_at: timestamp()
      .nullable()
      .meta({ description: 'When the agent could first review the result' }),
    agent_review_completed_at: timestamp().nullable(),
    evaluation_deadline: timestamp().nullable(),
    agent_review_deadline: timestamp().nullable(),
    agent_can_view: z.boolean(),
    agent_review_mandatory: z.boolean(),
    agent_can_dispute: z.boolean(),
    agent_comment: z.string(),
    dispute_reply: z.string().meta({ description: 'Extension: the answer to a dispute whose result stays' }),
    dispute_replied_at: timestamp().nullable().meta({ description: 'Extension' }),
    comment: z.string(),
    pass_threshold: z.number().int().nullable(),
    score: z.number().int().nullable().meta({ description: 'In percent, cut to a whole number; null without points' }),
    is_passed: z.boolean().nullable().meta({ description: 'Null before completion' }),
    form_revision: z.number().int(),
    revision: z.number().int().meta({ description: 'Counts the changes of the report' }),
    sections: z.array(ReportSection),
  })
  .meta({ id: 'EvaluationReport' });
export type EvaluationReport = z.infer<typeof EvaluationReport>;

const ignored = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, readOnly()])) as Record<K, ReturnType<typeof readOnly>>;

/** The most characters of an answer in words, and of a comment. */
export const longestText = 8192;

/** What an evaluator gives for a question. */
export const givenAnswer = {
  answer: z.union([text(longestText), z.number(), z.array(z.string()).max(100)]).nullable(),
  na: z.boolean(),
  comment: text(longestText),
  position,
};

const SentAnswer = z.strictObject({
  ...ignored('question_id', 'title', 'description', 'type', 'weight', 'points', 'max_points', 'answer_fail_form'),
  ...ignored('hidden'),
  form_question_id: recordId(),
  answer: givenAnswer.answer.default(null),
  na: givenAnswer.na.default(false),
  comment: givenAnswer.comment.default(''),
  position: givenAnswer.position.default(null),
});
const SentSection = z.strictObject({
  ...ignored('section_id', 'title', 'description', 'weight', 'order', 'answer_fail_form', 'section_na'),
  ...ignored('answer_fail_section'),
  ...ignored(
    'section_points',
    'section_max_points',
    'pass_threshold',
    'score',
    'is_passed',
    'form_revision',
    'revision',
  ),
  form_section_id: recordId(),
  comment: givenAnswer.comment.default(''),
  questions: z.array(SentAnswer).max(maxQuestions).default([]),
});
export type SentSection = z.output<typeof SentSection>;

/** The answers to a form, by section. */
export const sentSections = z.array(SentSection).max(100);
const title = () => recordName(256);
const people = { evaluator_user_id: recordId().optional() };
const terms = {
  title: title().optional(),
  description: text(4096).optional(),
  comment: text(longestText).optional(),
  evaluation_deadline: deadline(),
  agent_review_deadline: deadline(),
  agent_can_view: z.boolean().optional(),
  agent_can_dispute: z.boolean().optional(),
  agent_review_mandatory: z.boolean().optional(),
};
const setByEarshot = ignored(
  ...(['report_id', 'type', 'assigner_user_id', 'created_at', 'evaluation_started_at', 'form_revision'] as const),
  ...(['evaluation_completed_at', 'agent_review_started_at', 'agent_review_completed_at', 'revision'] as const),
  ...(['dispute_replied_at', 'purpose', 'calibration_id', 'plan_id', 'sample_id'] as const),
  ...(['report_points', 'report_max_points', 'pass_threshold', 'score', 'is_passed'] as const),
);

const NewReport = z.strictObject({
  ...setByEarshot,
  ...ignored('agent_review_status', 'agent_comment', 'dispute_reply'),
  ...terms,
  ...people,
  form_id: recordId(),
  call_id: recordId(),
  agent_user_id: recordId(),
  status: z.enum(['assigned', 'in_progress', 'completed']).default('assigned'),
  sections: sentSections.optional(),
});
export type NewReport = z.output<typeof NewReport>;

const ChangedReport = z.strictObject({
  ...setByEarshot,
  ...ignored('form_id', 'call_id', 'agent_user_id'),
  ...terms,
  ...people,
  status: z.enum(reportStatuses).optional(),
  sections: sentSections.optional().meta({ description: 'Replaces all answers' }),
  agent_review_status: z.enum(['pending', 'acknowledged', 'disputed']).nullable().optional().meta({
    description: 'Sent by the agent, once: acknowledged or disputed. pending is ignored while it is the present value',
  }),
  agent_comment: text(longestText).optional().meta({ description: 'Of the agent, together with agent_review_status' }),
  dispute_reply: text(longestText).optional().meta({
    description: 'Extension: answers a dispute, whose result stays. Not sent by the agent',
  }),
});
export type ChangedReport = z.output<typeof ChangedReport>;

export const reviewFilter = z
  .enum(reviews)
  .optional()
  .meta({
    description: `Extension: what the agent says of the result: ${reviews.join(', ')}`,
  });

export const repliedFilter = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: 'Extension: results whose dispute is answered, or all others' });

/** One or several statuses, separated by commas. */
export const statusFilter = z
  .string()
  .transform((all) => all.split(','))
  .pipe(z.array(z.enum(reportStatuses)).max(reportStatuses.length))
  .optional()
  .meta({ description: `Extension: one or several of ${reportStatuses.join(', ')}, separated by commas` });

const base = collection({
  plural: 'evaluation_reports',
  singular: 'evaluation_report',
  id: 'report_id',
  area: 'evaluation_reports',
  record: EvaluationReport,
  fresh: NewReport,
  changed: ChangedReport,
  filters: {
    daterange: z
      .string()
      .regex(/^\d{4}\/\d{2}\/\d{2}-\d{4}\/\d{2}\/\d{2}$/, says('not_days'))
      .optional()
      .meta({
        description:
          'YYYY/MM/DD-YYYY/MM/DD by the time of the call, both days included, in the time zone of the user, otherwise of the tenant or the system',
      }),
    search_term: searchedText().optional().meta({ description: 'Part of the title, or of the name of form or agent' }),
    tenant_id: recordId().optional().meta({ description: 'Reports of this tenant' }),
    evaluation_form_id: recordId().optional().meta({ description: 'Reports on this form' }),
    evaluator_user_id: recordId().optional().meta({ description: 'Reports of this evaluator' }),
    user_id: recordId().optional().meta({ description: 'Reports about this user' }),
    group_id: recordId().optional().meta({ description: 'Reports about the users of this group' }),
    form_section_id: recordId().optional().meta({ description: 'Extension: reports on the form with this section' }),
    status: statusFilter,
    agent_review_status: reviewFilter,
    dispute_replied: repliedFilter,
    call_id: recordId().optional().meta({ description: 'Extension: reports on this call' }),
    purpose: z
      .enum(purposes)
      .default('quality')
      .meta({ description: 'Extension: reports that were scored for this; quality when omitted' }),
    compared: z.literal('1').optional().meta({
      description: 'Extension: completed reports that another evaluator’s report of the call is compared with',
    }),
    filters: advancedFilters,
  },
  published: ['list'],
  decisions: { list: 'API v2 does not show the statuses, nor the order: newest first.' },
});

/** Filters of the advanced search tell of the calls. */
const ofCalls = { filters: { rights: ['calls:view'] } } as const;

/**
 * Evaluation reports. Their evaluator scores and completes them; people with `evaluation_reports:edit` assign and cancel
 * them; their agent reviews the result.
 */
export const evaluationReportApi = {
  ...base,
  list: operation({ ...base.list, response: pageOf('reports', ListedReport), needs: ofCalls }),
  update: operation({
    ...base.update,
    permission: 'evaluation_reports:view',
    needs: {
      evaluation_report: {
        rights: ['evaluation_reports:edit'],
        except: ['evaluation_report.agent_review_status', 'evaluation_report.agent_comment'],
      },
    },
  }),
};

const EvaluationRow = z
  .object({
    ...ListedReport.pick({ report_id: true, title: true, status: true }).shape,
    agent_review_status: reviewStatus,
    dispute_replied_at: timestamp().nullable(),
    agent_user_id: z.uuid(),
    agent_name: z.string(),
    evaluator_user_id: z.uuid(),
    evaluator_name: z.string(),
    evaluation_deadline: timestamp().nullable(),
    sample_id: z.uuid().nullable().meta({ description: 'The sample that its call was drawn in' }),
    sample_name: z.string().nullable(),
    call_id: z.uuid(),
    setup_time: timestamp().meta({ description: 'Of the call' }),
    score: z.number().int().nullable().meta({ description: 'In percent, cut to a whole number; null without points' }),
    pass_threshold: z.number().int().nullable(),
    is_passed: z.boolean().nullable().meta({ description: 'Null before completion' }),
    answer_fail_form: z.boolean().meta({ description: 'An answer fails the form, whatever the score is' }),
  })
  .meta({ id: 'EvaluationRow' });
export type EvaluationRow = z.infer<typeof EvaluationRow>;

/** What the list of evaluations is sorted by. */
export const evaluationSorts = ['created_at', 'setup_time', 'score', 'agent', 'evaluator', 'form'] as const;

/** The reports with the names of their people and their results, which the list of API v2 leaves out. */
export const listEvaluations = operation({
  method: 'get',
  path: '/api/v2/evaluations.json',
  summary: 'List evaluation reports with their names and results',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'evaluation_report' },
  needs: ofCalls,
  query: base.list.query.extend({
    sort: z.enum(evaluationSorts).default('created_at').meta({ description: 'What they are sorted by' }),
    sort_order: z
      .enum(['asc', 'desc'])
      .default('desc')
      .meta({ description: 'Without a score, they are last in both orders' }),
    is_passed: z.enum(['true', 'false']).optional().meta({ description: 'Reports that pass, or that do not' }),
    score_min: wholeNumber(0, 200).optional().meta({ description: 'Reports with at least this score, in percent' }),
    score_max: wholeNumber(0, 200).optional().meta({ description: 'Reports with at most this score, in percent' }),
  }),
  response: pageOf('evaluations', EvaluationRow),
  refusals: ['Conflict'],
  extension: true,
});

/** The answers of completed reports as a table. */
export const exportAnswers = operation({
  method: 'get',
  path: '/api/v2/evaluation_answers.csv',
  summary: 'Export the answers of evaluation reports',
  description:
    'A row for each question of each completed report that the filters find, newest first. The labels of several choices are separated by ` | `. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  permission: 'evaluation_reports:view',
  audited: { action: 'export', resource: 'evaluation_report' },
  needs: ofCalls,
  query: base.list.query.omit({ limit: true, start: true, max_total_calc: true, after: true }),
  produces: ['text/csv'],
  example:
    'report_id,purpose,call_id,question,type,answer\r\n0b6f3c52-8d0e-4c11-9d7c-3f5f2b1f9a77,quality,5d1c7a0e-2f1b-4b7e-9a35-6f0c1d2e3f40,Greeting,choice,Warm\r\n',
  extension: true,
});

/** Changes the answer to one question, and leaves the others as they are. */
export const answerQuestion = operation({
  method: 'put',
  path: '/api/v2/evaluation_reports/:report_id/questions/:form_question_id.json',
  summary: 'Answer a question of an evaluation report',
  description:
    'Only the properties that are sent are changed; other answers stay. An assigned report is in progress after it.',
  permission: 'evaluation_reports:edit',
  audited: { action: 'update', resource: 'evaluation_report', id: 'report_id' },
  versioned: true,
  body: z.strictObject({ question: z.strictObject(givenAnswer).partial() }),
  response: z.object({ evaluation_report: EvaluationReport }),
  text: 'description',
  extension: true,
});
export type GivenAnswer = z.output<(typeof answerQuestion)['body']>['question'];
