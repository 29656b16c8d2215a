import { z } from 'zod';
import { says } from '../reasons/check';
import { collection } from './collection';
import { questionTypes } from './evaluation-questions';
import { answer, givenAnswer, longestText } from './evaluation-reports';
import { deadline, readOnly, recordId, recordName, searchedText, text } from './fields';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

const statuses = ['open', 'ended'] as const;
export const maxCalibrationCalls = 50;
export const maxCalibrators = 12;

const Calibrator = z.object({
  user_id: z.uuid(),
  name: z.string(),
  is_outside: z.boolean().meta({ description: 'Scores on another machine, and fills the reports by a result file' }),
  fingerprint: z.string().nullable().meta({ description: 'Of the key of an evaluator on another machine' }),
  finished: z.number().int().nullable().meta({
    description: 'Completed calls; null while the round is open, but for oneself and for a leader who does not score',
  }),
});

const CalibrationCall = z.object({
  call_id: z.uuid(),
  agent_user_id: z.uuid(),
  agent_name: z.string(),
  setup_time: timestamp(),
  report_id: z.uuid().nullable().meta({ description: 'One’s own' }),
});

const ListedCalibration = z
  .object({
    calibration_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    description: z.string(),
    status: z.enum(statuses),
    form_id: z.uuid(),
    form_name: z.string(),
    form_revision: z.number().int(),
    leader_user_id: z.uuid(),
    leader_name: z.string(),
    baseline_user_id: z.uuid().nullable().meta({ description: 'The expert that the evaluators are compared with' }),
    deadline: timestamp().nullable(),
    created_at: timestamp(),
    ended_at: timestamp().nullable(),
    origin: z
      .object({
        package_id: z.uuid(),
        calibration_id: z.uuid(),
        sender_name: z.string(),
        sender_fingerprint: z.string(),
      })
      .nullable()
      .meta({ description: 'Of a round from another machine' }),
    count_calls: z.number().int(),
    evaluators: z.array(Calibrator),
  })
  .meta({ id: 'ListedCalibration' });
export type ListedCalibration = z.infer<typeof ListedCalibration>;

/** Several evaluators score the same calls with one revision of a form, blind until the round ends. */
export const Calibration = z
  .object({ ...ListedCalibration.shape, calls: z.array(CalibrationCall) })
  .meta({ id: 'Calibration' });
export type Calibration = z.infer<typeof Calibration>;

const setByEarshot = {
  calibration_id: readOnly(),
  tenant_id: readOnly(),
  form_name: readOnly(),
  form_revision: readOnly(),
  leader_user_id: readOnly(),
  leader_name: readOnly(),
  created_at: readOnly(),
  ended_at: readOnly(),
  origin: readOnly(),
  count_calls: readOnly(),
};

const NewCalibration = z.strictObject({
  ...setByEarshot,
  status: readOnly(),
  name: recordName(256),
  description: text(4096).default(''),
  form_id: recordId(),
  calls: z
    .array(z.strictObject({ call_id: recordId(), agent_user_id: recordId().optional() }))
    .min(1)
    .max(maxCalibrationCalls),
  evaluators: z
    .array(
      z.strictObject({
        user_id: recordId(),
        public_key: z
          .string()
          .max(16_384)
          .optional()
          .meta({ description: 'Of an evaluator on another machine, from their identity: RSA, SPKI as PEM' }),
      }),
    )
    .min(2)
    .max(maxCalibrators)
    .meta({
      example: [
        { user_id: '0f8b2c3d-4e5a-4b6c-9d7e-8f9a0b1c2d3e' },
        { user_id: '1a9c3d4e-5f6b-4c7d-8e9f-0a1b2c3d4e5f' },
      ],
    }),
  baseline_user_id: recordId().nullable().default(null),
  deadline: deadline(),
});
export type NewCalibration = z.output<typeof NewCalibration>;

const ChangedCalibration = z.strictObject({
  ...setByEarshot,
  form_id: readOnly(),
  calls: readOnly(),
  evaluators: readOnly(),
  baseline_user_id: readOnly(),
  name: recordName(256).optional(),
  description: text(4096).optional(),
  deadline: deadline(),
  status: z.enum(statuses).optional().meta({ description: '`ended` ends the round, and cancels what is not scored' }),
});
export type ChangedCalibration = z.output<typeof ChangedCalibration>;

const base = collection({
  plural: 'calibrations',
  singular: 'calibration',
  id: 'calibration_id',
  area: {
    view: 'evaluation_reports:view',
    edit: 'evaluation_reports:calibrate',
    delete: 'evaluation_reports:delete',
  },
  record: Calibration,
  fresh: NewCalibration,
  changed: ChangedCalibration,
  filters: {
    status: z.enum(statuses).optional().meta({ description: 'Rounds that are open, or that have ended' }),
    search_term: searchedText().optional().meta({ description: 'Part of the name' }),
  },
});

export const calibrationApi = {
  ...base,
  list: operation({ ...base.list, response: pageOf('calibrations', ListedCalibration) }),
  delete: operation({
    ...base.delete,
    query: z.strictObject({
      with_calls: z.enum(['1']).optional().meta({ description: 'Removes its calls too, which needs calls:delete' }),
    }),
    needs: { with_calls: { rights: ['calls:delete'] } },
  }),
};

const alpha = () => z.number().nullable().meta({ description: 'Krippendorff’s α; null if no answer varies' });
const bound = (which: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `The ${which} end of its 95 % interval, by jackknife over calls` });
const alike = () => z.number().int().meta({ description: 'Answers that all evaluators gave alike' });
const count = () => z.number().int().meta({ description: 'Answers of at least two evaluators, without texts' });
const agreement = () => ({
  alpha: alpha(),
  low: bound('lower'),
  high: bound('upper'),
  alike: alike(),
  answers: count(),
});

const CalibrationResults = z
  .object({
    agreement: z.object(agreement()),
    questions: z.array(
      z.object({
        form_question_id: z.uuid(),
        title: z.string(),
        type: z.enum(questionTypes),
        ...agreement(),
      }),
    ),
    evaluators: z.array(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        is_baseline: z.boolean(),
        score_difference: z.number().nullable().meta({
          description: 'The mean of the own score less that of the baseline, otherwise less the mean of the others',
        }),
        alpha_baseline: z.number().nullable(),
      }),
    ),
    calls: z.array(
      z.object({
        call_id: z.uuid(),
        alike: alike(),
        answers: count(),
        score_spread: z.number().int().nullable(),
        agreed_score: z.number().int().nullable(),
        scores: z.array(
          z.object({ user_id: z.uuid(), score: z.number().int().nullable(), is_passed: z.boolean().nullable() }),
        ),
      }),
    ),
  })
  .meta({ id: 'CalibrationResults' });
export type CalibrationResults = z.infer<typeof CalibrationResults>;

const one = '/api/v2/calibrations/:calibration_id' as const;

/** How far the evaluators of an ended round agree. */
export const readCalibrationResults = operation({
  method: 'get',
  path: `${one}/results.json`,
  summary: 'Read the results of a calibration',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'calibration', id: 'calibration_id' },
  response: z.object({ results: CalibrationResults }),
  extension: true,
});

const Agreed = z
  .object({
    answer,
    na: z.boolean(),
    note: z.string(),
    as_guidance: z.boolean(),
    user_id: z.uuid(),
    at: timestamp(),
  })
  .meta({ id: 'AgreedAnswer' });

const ComparedCall = z
  .object({
    call_id: z.uuid(),
    questions: z.array(
      z.object({
        form_question_id: z.uuid(),
        title: z.string(),
        type: z.enum(questionTypes),
        max_points: z.number(),
        is_alike: z.boolean().nullable().meta({ description: 'Null for a text, and for fewer than two evaluators' }),
        spread: z.number().nullable().meta({ description: 'Percent of max_points between the most and the fewest' }),
        is_critical: z.boolean().meta({ description: 'Answers differ in whether they fail the form or the section' }),
        agreed: Agreed.nullable(),
        answers: z.array(
          z.object({
            user_id: z.uuid(),
            is_baseline: z.boolean(),
            answer,
            na: z.boolean(),
            hidden: z.boolean(),
            points: z.number().nullable(),
            comment: z.string(),
            position: z.number().int().nullable(),
            fails: z.enum(['form', 'section']).nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ComparedCall' });
export type ComparedCall = z.infer<typeof ComparedCall>;

/** The answers of all evaluators to one call of an ended round, in the order of the form. */
export const readCalibrationCall = operation({
  method: 'get',
  path: `${one}/calls/:call_id.json`,
  summary: 'Compare the answers to a call of a calibration',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'calibration', id: 'calibration_id' },
  response: z.object({ calibration_call: ComparedCall }),
  extension: true,
});

/** Keeps what the evaluators agree on. It changes no evaluation. */
export const agreeOnAnswer = operation({
  method: 'put',
  path: `${one}/calls/:call_id/questions/:form_question_id.json`,
  summary: 'Agree on an answer of a calibration',
  permission: 'evaluation_reports:calibrate',
  audited: { action: 'update', resource: 'calibration', id: 'calibration_id' },
  body: z.strictObject({
    agreed: z.strictObject({
      answer: givenAnswer.answer.default(null),
      na: givenAnswer.na.default(false),
      note: text(longestText).default(''),
      as_guidance: z.boolean().default(false),
      user_id: readOnly(),
      at: readOnly(),
    }),
  }),
  response: z.object({ agreed: Agreed }),
  text: 'description',
  extension: true,
});
export type AgreedAnswer = z.output<(typeof agreeOnAnswer)['body']>['agreed'];

const Guidance = z
  .object({
    form_question_id: z.uuid(),
    note: z.string(),
    answer,
    na: z.boolean(),
    calibration_id: z.uuid(),
    calibration_name: z.string(),
    at: timestamp(),
  })
  .meta({ id: 'Guidance' });
export type Guidance = z.infer<typeof Guidance>;

/** What rounds agreed on about the questions of a form, newest first. */
export const readGuidance = operation({
  method: 'get',
  path: '/api/v2/evaluation_forms/:form_id/guidance.json',
  summary: 'Read what calibrations say about a form',
  permission: 'evaluation_forms:view',
  audited: { action: 'read', resource: 'evaluation_form', id: 'form_id' },
  response: z.object({ guidance: z.array(Guidance) }),
  extension: true,
});

const CalibrationComment = z
  .object({
    comment_id: z.uuid(),
    call_id: z.uuid(),
    form_question_id: z.uuid().nullable(),
    text: z.string(),
    user_id: z.uuid().nullable(),
    user_name: z.string().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'CalibrationComment' });
export type CalibrationComment = z.infer<typeof CalibrationComment>;

/** What people say about the answers of an ended round, oldest first. */
export const listCalibrationComments = operation({
  method: 'get',
  path: `${one}/comments.json`,
  summary: 'List the comments of a calibration',
  permission: 'evaluation_reports:view',
  audited: { action: 'read', resource: 'calibration', id: 'calibration_id' },
  query: listQuery,
  response: pageOf('comments', CalibrationComment),
  extension: true,
});

export const commentCalibration = operation({
  method: 'post',
  path: `${one}/comments.json`,
  summary: 'Comment on an answer of a calibration',
  permission: 'evaluation_reports:view',
  audited: { action: 'update', resource: 'calibration', id: 'calibration_id' },
  body: z.strictObject({
    comment: z.strictObject({
      call_id: recordId(),
      form_question_id: recordId().nullable().default(null),
      text: text(
        longestText,
        z.string().refine((value) => value.trim() !== '', says('required')),
      ),
    }),
  }),
  response: z.object({ comment: CalibrationComment }),
  status: 201,
  extension: true,
});
export type NewCalibrationComment = z.output<(typeof commentCalibration)['body']>['comment'];
