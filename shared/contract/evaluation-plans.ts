import { z } from 'zod';
import { isZone } from '../locale';
import { says } from '../reasons/check';
import { collection } from './collection';
import { readOnly, recordId, recordName, searchedText, text } from './fields';
import { operation, timestamp } from './operation';
import { SaidReason } from './refusals';

const planPeriods = ['day', 'week', 'month'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** What makes a call a risk, by the names of its talk. Each is reached with this value. */
const Risk = z
  .strictObject({
    longest_silence: z.number().min(0).max(86_400).nullable().default(null).meta({ description: 'Seconds' }),
    longest_monologue: z.number().min(0).max(86_400).nullable().default(null).meta({ description: 'Seconds' }),
    overlap_share: z.number().min(0).max(100).nullable().default(null).meta({ description: 'Percent' }),
    interruptions: z.number().int().min(0).max(100_000).nullable().default(null),
  })
  .meta({ description: 'Calls are a risk that reach one of these values' });
export type Risk = z.infer<typeof Risk>;

const More = z
  .strictObject({
    amount: z.number().int().min(0).max(50),
    score_below: z.number().min(0).max(200).nullable().default(null).meta({
      description: 'For agents whose last score on the form before the period is below this',
    }),
    new_agent_days: z.number().int().min(1).max(3_660).nullable().default(null).meta({
      description: 'For agents whose first call began less than this before the end of the period',
    }),
  })
  .meta({ description: 'More calls of some agents' });
export type More = z.infer<typeof More>;

const day = () => z.iso.date();

const Absence = z
  .strictObject({
    user_id: recordId(),
    from: day(),
    to: day().meta({ description: 'Included' }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...says('ends_before_begin') });
export type Absence = z.infer<typeof Absence>;

const ids = z.array(recordId()).min(1).max(50);
const people = () =>
  ids.superRefine((all, { addIssue }) => {
    for (const [place, id] of all.entries())
      if (all.indexOf(id) < place) addIssue({ code: 'custom', path: [place], message: 'given_twice' });
  });

const shape = {
  name: recordName(),
  form_id: recordId(),
  period: z.enum(planPeriods),
  timezone: z
    .string()
    .refine(isZone, says('zone_unknown'))
    .meta({ description: 'The zone of its days; that of the caller when omitted' }),
  starts_on: day().meta({ description: 'A day of the first period; today when omitted' }),
  ends_on: day().nullable().meta({ description: 'A day of the last period' }),
  delay_hours: z.number().int().min(0).max(168).meta({ description: 'From the end of a period to its draw' }),
  amount: z.number().int().min(1).max(50).meta({ description: 'Calls of each agent' }),
  amount_by_risk: z.number().int().min(0).max(49).meta({ description: 'How many of them are a risk' }),
  risk: Risk.nullable(),
  more: More.nullable(),
  evaluators: people().meta({ description: 'Who score, in even shares' }),
  absences: z.array(Absence).max(500),
  due_days: z.number().int().min(1).max(60).meta({ description: 'Days from a draw to the deadline' }),
  seed: text(64, z.string().min(1)),
  is_active: z.boolean(),
  agent_can_view: z.boolean(),
  agent_can_dispute: z.boolean(),
  agent_review_mandatory: z.boolean(),
};
const query = () =>
  text(8192).meta({ description: 'The parameters of GET /api/v2/calls.json, as in a URL, without days and order' });

const setByEarshot = { plan_id: readOnly(), user_id: readOnly(), tenant_id: readOnly(), user_name: readOnly() };
const said = { next_draw_at: readOnly(), last_error: readOnly(), last_error_reason: readOnly() };
const shown = { form_name: readOnly(), last_draw: readOnly() };
const sources = {
  query: query().optional(),
  saved_search_id: recordId().optional().meta({ description: 'Its query is copied' }),
};

const NewPlan = z.strictObject({
  ...setByEarshot,
  ...said,
  ...shown,
  ...shape,
  ...sources,
  timezone: shape.timezone.optional(),
  starts_on: shape.starts_on.optional(),
  ends_on: shape.ends_on.default(null),
  delay_hours: shape.delay_hours.default(6),
  amount_by_risk: shape.amount_by_risk.default(0),
  risk: shape.risk.default(null),
  more: shape.more.default(null),
  absences: shape.absences.default([]),
  due_days: shape.due_days.default(5),
  seed: shape.seed.optional().meta({ description: 'Eight digits when omitted' }),
  is_active: shape.is_active.default(true),
  agent_can_view: shape.agent_can_view.default(true),
  agent_can_dispute: shape.agent_can_dispute.default(true),
  agent_review_mandatory: shape.agent_review_mandatory.default(false),
});
export type NewPlan = z.output<typeof NewPlan>;

const ChangedPlan = z.strictObject({
  ...setByEarshot,
  ...said,
  ...shown,
  ...z.object(shape).partial().shape,
  ...sources,
});
export type ChangedPlan = z.output<typeof ChangedPlan>;

/** What a plan is, and was when it drew a sample. */
export const PlanTerms = z.object({ ...shape, query: query() }).meta({ id: 'PlanTerms' });
export type PlanTerms = z.infer<typeof PlanTerms>;

/** Draws calls of each agent by period, and assigns them in even shares. */
export const EvaluationPlan = z
  .object({
    plan_id: z.uuid(),
    tenant_id: z.uuid(),
    user_id: z.uuid().meta({ description: 'Its owner, with whose rights it draws' }),
    user_name: z.string(),
    form_name: z.string(),
    ...PlanTerms.shape,
    next_draw_at: timestamp().nullable(),
    last_error: z.string().nullable().meta({ description: 'Why the last draw failed' }),
    last_error_reason: SaidReason.nullable(),
    last_draw: z
      .object({ period: z.string(), sample_id: z.uuid(), drawn: z.number().int(), completed: z.number().int() })
      .nullable()
      .meta({ description: 'The newest sample, and how many of its calls are scored' }),
  })
  .meta({ id: 'EvaluationPlan' });
export type EvaluationPlan = z.infer<typeof EvaluationPlan>;

const base = collection({
  plural: 'evaluation_plans',
  singular: 'evaluation_plan',
  id: 'plan_id',
  area: { view: 'evaluation_reports:view', edit: 'evaluation_reports:plan', delete: 'evaluation_reports:delete' },
  record: EvaluationPlan,
  fresh: NewPlan,
  changed: ChangedPlan,
  filters: { search_term: searchedText().optional().meta({ description: 'Part of the name' }) },
});

const searches = { rights: ['calls:view'] } as const;

/** Plans, which draw by themselves. */
export const evaluationPlanApi = {
  ...base,
  create: operation({
    ...base.create,
    needs: { 'evaluation_plan.query': searches, 'evaluation_plan.saved_search_id': searches },
  }),
  update: operation({
    ...base.update,
    needs: { 'evaluation_plan.query': searches, 'evaluation_plan.saved_search_id': searches },
  }),
};

const one = '/api/v2/evaluation_plans/:plan_id' as const;
const period = () =>
  z
    .string()
    .regex(/^\d{4}-(\d\d|\d\d-\d\d|W\d\d)$/, says('not_period'))
    .meta({ description: 'A day, an ISO week or a month: 2026-11-20, 2026-W47, 2026-11', example: '2026-W47' });

const DryDraw = z.object({
  draw: z.object({
    period: z.string(),
    drawn: z.number().int(),
    agents: z.array(
      z.object({
        agent_user_id: z.uuid(),
        agent_name: z.string(),
        calls: z.number().int().meta({ description: 'That could be drawn' }),
        risk: z.number().int().meta({ description: 'How many of them are a risk' }),
        drawn: z.number().int(),
      }),
    ),
  }),
});
export type DryDraw = z.infer<typeof DryDraw>;

/** Draws the calls of a period that has ended, or says what would be drawn. */
export const drawPlan = operation({
  method: 'post',
  path: `${one}/draws.json`,
  summary: 'Draw a period of a plan',
  description: 'With `dry_run`, nothing is drawn, and the response has the status 200.',
  permission: 'evaluation_reports:plan',
  audited: { action: 'create', resource: 'evaluation_sample' },
  body: z.strictObject({
    draw: z.strictObject({ period: period(), dry_run: z.boolean().default(false) }),
  }),
  response: z.union([z.object({ url: z.string() }), DryDraw]),
  status: 201,
  refusals: ['Conflict'],
  extension: true,
});

const figures = () => z.number().int();

const PlanProgress = z
  .object({
    period: z.string().nullable().meta({ description: 'The newest that was drawn, unless the request names one' }),
    sample_id: z.uuid().nullable(),
    agents: z.array(
      z.object({
        agent_user_id: z.uuid(),
        name: z.string(),
        calls: figures(),
        drawn: figures(),
        completed: figures(),
        overdue: figures(),
      }),
    ),
    evaluators: z.array(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        assigned: figures(),
        in_progress: figures(),
        completed: figures(),
        overdue: figures(),
        replaced: figures(),
      }),
    ),
  })
  .meta({ id: 'PlanProgress' });
export type PlanProgress = z.infer<typeof PlanProgress>;

/** How far the evaluations of a period are. */
export const readPlanProgress = operation({
  method: 'get',
  path: `${one}/progress.json`,
  summary: 'Read the progress of a plan',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'evaluation_plan', id: 'plan_id' },
  query: z.strictObject({ period: period().optional() }),
  response: z.object({ progress: PlanProgress }),
  extension: true,
});
