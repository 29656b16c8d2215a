import { z } from 'zod';
import { maxSample, mostUnlinked, poolParts, riskNames } from '../evaluation/samples';
import { reportStatuses } from '../evaluation/statuses';
import { collection } from './collection';
import { PlanTerms } from './evaluation-plans';
import { purposes, repliedFilter, reviewFilter, reviewStatus, statusFilter } from './evaluation-reports';
import { deadline, readOnly, recordId, recordName, text } from './fields';
import { Created, operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';
import { RefusalBody, SaidReason } from './refusals';

const QueueEntry = z
  .object({
    report_id: z.uuid(),
    purpose: z.enum(purposes),
    calibration_id: z.uuid().nullable().meta({ description: 'The calibration that it is a part of' }),
    plan_id: z.uuid().nullable().meta({ description: 'The plan that drew its call' }),
    title: z.string(),
    status: z.enum(reportStatuses),
    agent_review_status: reviewStatus,
    dispute_replied_at: timestamp().nullable(),
    form_id: z.uuid(),
    form_name: z.string(),
    agent_user_id: z.uuid(),
    agent_name: z.string(),
    assigner_user_id: z.uuid().nullable(),
    assigner_name: z.string().nullable(),
    created_at: timestamp(),
    description: z.string().meta({ description: 'What its assigner wrote about it' }),
    sample_id: z.uuid().nullable().meta({ description: 'The sample that its call was drawn in' }),
    sample_name: z.string().nullable(),
    call_id: z.uuid(),
    setup_time: timestamp().meta({ description: 'Of the call' }),
    duration: z.number().nullable().meta({ description: 'Of the call in seconds; null once it is destroyed' }),
    evaluation_deadline: timestamp().nullable(),
    answered: z.number().int().meta({ description: 'Questions that are answered or N/A, without texts' }),
    questions: z.number().int().meta({ description: 'Questions without texts' }),
    score: z.number().int().nullable(),
    is_passed: z.boolean().nullable(),
  })
  .meta({ id: 'QueueEntry' });
export type QueueEntry = z.infer<typeof QueueEntry>;

/** What the caller has to score, or has scored: the earliest deadline first, those without one last. */
export const listQueue = operation({
  method: 'get',
  path: '/api/v2/evaluation_queue.json',
  summary: 'List own evaluations by deadline',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'evaluation_report' },
  query: listQuery.extend({ status: statusFilter, agent_review_status: reviewFilter, dispute_replied: repliedFilter }),
  response: pageOf('evaluation_queue', QueueEntry),
  extension: true,
});

const AssignedCall = z.strictObject({
  call_id: recordId(),
  agent_user_id: recordId()
    .optional()
    .meta({ description: 'The first agent among the participants, otherwise the first user, when omitted' }),
});

/** Assigns several calls to an evaluator: a report for each, or none if one is refused. */
export const assignCalls = operation({
  method: 'post',
  path: '/api/v2/evaluation_reports/assignment.json',
  summary: 'Assign several calls for evaluation',
  permission: 'evaluation_reports:edit',
  audited: { action: 'create', resource: 'evaluation_report' },
  body: z.strictObject({
    assignment: z.strictObject({
      form_id: recordId(),
      evaluator_user_id: recordId().optional().meta({ description: 'The caller when omitted' }),
      calls: z.array(AssignedCall).min(1).max(maxSample),
      sample_id: recordId().optional().meta({ description: 'The sample that all of these calls were drawn in' }),
      title: recordName(256).optional(),
      description: text(4096).optional(),
      evaluation_deadline: deadline(),
      agent_review_deadline: deadline(),
      agent_can_view: z.boolean().optional(),
      agent_can_dispute: z.boolean().optional(),
      agent_review_mandatory: z.boolean().optional(),
    }),
  }),
  response: z.object({ report_ids: z.array(z.uuid()).meta({ description: 'In the order of the calls' }) }),
  status: 201,
  extension: true,
});
export type Assignment = z.output<(typeof assignCalls)['body']>['assignment'];

/** An evaluation that stays as it was, and why. */
const UnchangedReport = z
  .object({ report_id: z.uuid(), error: RefusalBody.shape.error, explanation: z.string(), reason: SaidReason })
  .meta({ id: 'UnchangedReport' });
export type UnchangedReport = z.infer<typeof UnchangedReport>;

/** Gives open evaluations to another evaluator, or moves their deadline. If one is refused, the others are changed. */
export const reassignReports = operation({
  method: 'put',
  path: '/api/v2/evaluation_reports.json',
  summary: 'Reassign several evaluations',
  permission: 'evaluation_reports:edit',
  audited: { action: 'update', resource: 'evaluation_report' },
  body: z.strictObject({
    assignment: z.strictObject({
      report_ids: z.array(recordId()).min(1).max(1000),
      evaluator_user_id: recordId().optional(),
      evaluation_deadline: deadline(),
    }),
  }),
  response: z.object({
    report_ids: z.array(z.uuid()).meta({ description: 'The changed ones' }),
    refused: z.array(UnchangedReport),
  }),
  extension: true,
});
export type Reassignment = z.output<(typeof reassignReports)['body']>['assignment'];

const methods = ['random', 'per_agent'] as const;
const strata = ['all', 'risk', 'rest'] as const;
export type Stratum = (typeof strata)[number];

const Stratum = z.object({
  agent_user_id: z.uuid(),
  stratum: z.enum(strata),
  calls: z.number().int().meta({ description: 'How many calls it has' }),
  drawn: z.number().int(),
});

const ListedSample = z
  .object({
    sample_id: z.uuid(),
    name: z.string().nullable(),
    user_id: z.uuid().meta({ description: 'Who has drawn it' }),
    user_name: z.string(),
    query: z.string().meta({ description: 'The parameters of GET /api/v2/calls.json, as in a URL' }),
    method: z.enum([...methods, 'plan']),
    amount: z.number().int(),
    seed: z.string(),
    plan_id: z.uuid().nullable().meta({ description: 'The plan that drew it' }),
    period: z.string().nullable().meta({ description: 'The period that the plan drew: a day, an ISO week or a month' }),
    drawn_from: z.number().int().meta({ description: 'How many calls could have been drawn' }),
    left_out: z.number().int().nullable().meta({
      description:
        'How many calls were left out because they have an evaluation that is not cancelled; null for an earlier sample',
    }),
    unlinked: z.number().int().nullable().meta({
      description:
        'How many calls were left out of a draw by agent because their agent is no user; null for an earlier sample',
    }),
    created_at: timestamp(),
  })
  .meta({ id: 'ListedSample' });

const DrawnCall = z.object({
  call_id: z.uuid(),
  agent_user_id: z.uuid().nullable().meta({ description: 'Of the evaluation, once it is assigned' }),
  agent_name: z.string().nullable(),
  status: z
    .enum(reportStatuses)
    .nullable()
    .meta({ description: 'Of the last evaluation that this sample assigned, if the caller sees it' }),
  evaluator_user_id: z.uuid().nullable().meta({ description: 'Of that evaluation' }),
  report_id: z.uuid().nullable(),
  stratum: z.enum(strata).nullable().meta({ description: 'Of a plan: what it was drawn from' }),
  weight: z.number().nullable().meta({ description: 'How many calls of its stratum it stands for' }),
  risk: z.array(z.enum(riskNames)).meta({ description: 'What of it is a risk' }),
  replaces: z.uuid().nullable().meta({ description: 'The call in whose place it was drawn' }),
  reason: z.string().nullable().meta({ description: 'Why that call was replaced' }),
});

const AgentPool = z.object({
  agent_user_id: z.uuid().nullable(),
  calls: z.number().int().meta({ description: 'How many calls of the agent could have been drawn' }),
  drawn: z.array(z.number().int()).meta({ description: 'The parts in which those began that were drawn' }),
  parts: z
    .array(z.number().int())
    .length(poolParts)
    .meta({
      description: `How many of them began in each of ${poolParts} equal parts of the time from \`pool_from\` to \`pool_to\``,
    }),
});

const UnlinkedAgent = z.object({
  agent: z.string().nullable().meta({ description: 'The agent in the details of the calls; null without a name' }),
  calls: z.number().int(),
});

/** Calls that were drawn for evaluation, among those that were not evaluated. */
export const EvaluationSample = z
  .object({
    ...ListedSample.shape,
    pool_from: timestamp().nullable().meta({ description: 'When the first call that could have been drawn began' }),
    pool_to: timestamp().nullable().meta({ description: 'When the last one began' }),
    pool: z.array(AgentPool).meta({ description: 'Of each agent whose drawn calls the caller sees' }),
    unlinked_agents: z.array(UnlinkedAgent).meta({
      description: `The agents of the calls in \`unlinked\`, at most ${mostUnlinked}, those with the most calls first, as long as these calls are there; empty for everyone but the person who drew the sample`,
    }),
    terms: PlanTerms.nullable().meta({ description: 'The plan as it was' }),
    strata: z
      .array(Stratum)
      .meta({ description: 'What a plan drew from, of the agents whose drawn calls the caller sees' }),
    calls: z.array(DrawnCall),
  })
  .meta({ id: 'EvaluationSample' });
export type EvaluationSample = z.infer<typeof EvaluationSample>;

const NewSample = z.strictObject({
  sample_id: readOnly(),
  name: recordName().optional(),
  query: text(8192).meta({ description: 'The parameters of GET /api/v2/calls.json, as in a URL' }),
  method: z
    .enum(methods)
    .meta({ description: `The number of calls in all, or of each agent; at most ${maxSample} in all` }),
  amount: z.number().int().min(1).max(maxSample),
  seed: text(64, z.string().min(1)).optional().meta({ description: 'That of an earlier draw repeats it' }),
});

const base = collection({
  plural: 'evaluation_samples',
  singular: 'evaluation_sample',
  id: 'sample_id',
  area: { view: 'evaluation_reports:view', edit: 'evaluation_reports:edit', delete: 'evaluation_reports:delete' },
  record: EvaluationSample,
  fresh: NewSample,
  changed: z.strictObject({}),
  filters: { plan_id: recordId().optional().meta({ description: 'The samples that this plan drew' }) },
});
const { update: _, ...kept } = base;

/** Draws of calls to evaluate. They are never changed. */
export const evaluationSampleApi = {
  ...kept,
  list: operation({ ...kept.list, response: pageOf('evaluation_samples', ListedSample) }),
  create: operation({ ...kept.create, needs: { 'evaluation_sample.query': { rights: ['calls:view'] } } }),
};

const oneSample = '/api/v2/evaluation_samples/:sample_id' as const;

/** All calls that a plan could draw, with the hashes that decided. */
export const exportPool = operation({
  method: 'get',
  path: `${oneSample}/pool.csv`,
  summary: 'Download the pool of a draw',
  description:
    'Each call with its agent, stratum, SHA-256 of `<seed>`, line feed, `<call_id>`, and whether it was drawn.',
  permission: 'evaluation_reports:plan',
  audited: { action: 'export', resource: 'evaluation_sample', id: 'sample_id' },
  produces: ['text/csv'],
  example: 'call_id,agent_user_id,stratum,hash,drawn',
  refusals: ['Conflict'],
  extension: true,
});

/** Draws the next call of its stratum in place of a drawn one. */
export const replaceCall = operation({
  method: 'post',
  path: `${oneSample}/replacements.json`,
  summary: 'Replace a drawn call',
  description: 'For those who may change plans, and for the evaluator of the call. Its evaluation is cancelled.',
  permission: 'evaluation_reports:view',
  audited: { action: 'update', resource: 'evaluation_sample', id: 'sample_id' },
  body: z.strictObject({
    replacement: z.strictObject({ call_id: recordId(), reason: text(512, z.string().trim().min(1)) }),
  }),
  response: Created,
  status: 201,
  refusals: ['Conflict', 'PermissionError'],
  extension: true,
});
export type Replacement = z.output<(typeof replaceCall)['body']>['replacement'];
