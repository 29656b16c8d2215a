import { z } from 'zod';
import { maxQuestions } from '../evaluation/points';
import { says } from '../reasons/check';
import { collection } from './collection';
import { conditionFaults, questionTypes, SentQuestion, weight } from './evaluation-questions';
import { readOnly, recordId, recordName, searchedText, tenantOfNew, text } from './fields';
import { Created, operation, wholeNumber } from './operation';
import { pageOf } from './paging';

const types = ['manual', 'auto'] as const;

const FormQuestion = z
  .object({
    form_question_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    type: z.enum(questionTypes),
    weight: z.number().int().meta({ description: 'Never 0; a negative one subtracts' }),
    max_points: z.number().meta({ description: 'At most two decimals; 0 of a text' }),
    allow_na: z.boolean(),
    options: z
      .array(
        z.object({
          label: z.string(),
          points: z.number(),
          fails_form: z.boolean(),
          fails_section: z.boolean().meta({ description: 'Extension: the answer fails the section' }),
          comment_required: z.boolean().meta({ description: 'Extension: the answer needs a comment' }),
        }),
      )
      .meta({ description: 'None of numeric and text' }),
    key: z.string().nullable().meta({ description: 'Extension: names the question in conditions' }),
    show_if: z
      .object({
        key: z.string(),
        any_of: z.array(z.union([z.string(), z.number()])).optional(),
        at_least: z.number().optional(),
        at_most: z.number().optional(),
      })
      .nullable()
      .meta({ description: 'Extension: shown only if the earlier question with this key is so answered' }),
    is_scored: z.boolean().meta({ description: 'Extension: false of a choice or multi without points' }),
    moment_required: z.boolean().meta({ description: 'Extension: an answer needs a moment of the audio' }),
    comment_below: z.number().nullable().meta({ description: 'Extension: a lower answer needs a comment' }),
  })
  .meta({ id: 'FormQuestion' });
export type FormQuestion = z.infer<typeof FormQuestion>;

const FormSection = z
  .object({
    form_section_id: z.uuid(),
    title: z.string(),
    description: z.string(),
    weight: z.number().int(),
    order: z.number().int(),
    pass_threshold: z.number().int().nullable(),
    questions: z.array(FormQuestion),
  })
  .meta({ id: 'FormSection' });
export type FormSection = z.infer<typeof FormSection>;

/** A form in a list. */
const ListedForm = z
  .object({
    form_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    description: z.string(),
    type: z.enum(types),
    is_active: z.boolean().meta({ description: 'Whether it accepts new reports' }),
    pass_threshold: z.number().int().nullable().meta({ description: 'In percent' }),
    revision: z.number().int(),
  })
  .meta({ id: 'ListedForm' });

/** A form to evaluate calls with, as it is in one of its revisions. */
export const EvaluationForm = z
  .object({ ...ListedForm.shape, sections: z.array(FormSection) })
  .meta({ id: 'EvaluationForm' });
export type EvaluationForm = z.infer<typeof EvaluationForm>;

const threshold = z.number().int().min(0).max(100).nullable();

const SentSection = z.strictObject({
  form_section_id: recordId().optional().meta({ description: 'Of a section that keeps its id' }),
  title: recordName(512),
  description: text(4096).default(''),
  weight: weight().default(1),
  order: z
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Its place, from 1, when omitted' }),
  pass_threshold: threshold.default(null),
  questions: z.array(SentQuestion).min(1).max(maxQuestions),
});
export type SentSection = z.output<typeof SentSection>;

const sections = z
  .array(SentSection)
  .min(1)
  .max(100)
  .refine(
    (all) => all.reduce((count, { questions }) => count + questions.length, 0) <= maxQuestions,
    says('too_many_questions', { most: maxQuestions }),
  )
  .superRefine((all, { addIssue }) => {
    for (const { path, ...fault } of conditionFaults(all)) addIssue({ code: 'custom', path: path.slice(1), ...fault });
  });

export const NewForm = z.strictObject({
  form_id: readOnly(),
  tenant_id: tenantOfNew(),
  revision: readOnly(),
  name: recordName(256),
  description: text(4096).default(''),
  type: z.enum(types).default('manual'),
  is_active: z.boolean().default(true),
  pass_threshold: threshold.default(null),
  sections,
});
export type NewForm = z.output<typeof NewForm>;

const ChangedForm = z.strictObject({
  form_id: readOnly(),
  tenant_id: readOnly(),
  revision: readOnly(),
  name: recordName(256).optional(),
  description: text(4096).optional(),
  type: z.enum(types).optional(),
  is_active: z.boolean().optional(),
  pass_threshold: threshold.optional(),
  sections: sections.optional(),
});
export type ChangedForm = z.output<typeof ChangedForm>;

const base = collection({
  plural: 'evaluation_forms',
  singular: 'evaluation_form',
  id: 'form_id',
  area: 'evaluation_forms',
  record: EvaluationForm,
  fresh: NewForm,
  changed: ChangedForm,
  filters: {
    search_term: searchedText().optional().meta({ description: 'Part of the name' }),
    tenant_id: recordId().optional().meta({ description: 'Forms of this tenant' }),
    is_active: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .meta({ description: 'Extension: forms that accept new reports, or all others' }),
  },
  published: ['list'],
  decisions: { list: 'API v2 only shows the path and two filters.' },
});

/** A form as it is read, with every property of each option, is longer than it may have been sent. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Evaluation forms. A change of anything but `is_active` makes a new revision; reports stay on the revision that they were
 * made on. The deletion of a form with reports is refused with Conflict.
 */
export const evaluationFormApi = {
  ...base,
  list: operation({ ...base.list, response: pageOf('evaluation_forms', ListedForm) }),
  create: operation({ ...base.create, maxBytes }),
  update: operation({ ...base.update, maxBytes }),
  read: operation({
    ...base.read,
    query: z.strictObject({
      revision: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'An older revision, which has no ETag; one that the form never had answers 404' }),
    }),
  }),
};

/** Copies the current revision of a form under another name. The copy has its own ids. */
export const cloneForm = operation({
  method: 'post',
  path: '/api/v2/evaluation_forms/:form_id/clone.json',
  summary: 'Copy an evaluation form',
  permission: 'evaluation_forms:edit',
  audited: { action: 'create', resource: 'evaluation_form', id: 'form_id' },
  body: z.strictObject({ evaluation_form: z.strictObject({ name: recordName(256) }) }),
  response: Created,
  status: 201,
  extension: true,
});

const ExportedForm = z
  .object({
    ...EvaluationForm.omit({ form_id: true, tenant_id: true, revision: true }).shape,
    sections: z.array(
      z.object({
        ...FormSection.omit({ form_section_id: true }).shape,
        questions: z.array(FormQuestion.omit({ form_question_id: true })),
      }),
    ),
  })
  .meta({ id: 'ExportedForm' });
export type ExportedForm = z.infer<typeof ExportedForm>;

/** The current revision of a form as a file, which is a body of POST /api/v2/evaluation_forms.json. */
export const exportForm = operation({
  method: 'get',
  path: '/api/v2/evaluation_forms/:form_id/export.json',
  summary: 'Export an evaluation form',
  permission: 'evaluation_forms:view',
  audited: { action: 'read', resource: 'evaluation_form', id: 'form_id' },
  response: z.object({ evaluation_form: ExportedForm }),
  extension: true,
});
