import { z } from 'zod';
import type { Condition } from '../evaluation/conditions';
import { hundredthsOf, maxPoints, maxWeight } from '../evaluation/points';
import { says } from '../reasons/check';
import type { Values } from '../reasons/fill';
import type { ReasonCode } from '../reasons/reasons';
import { line, recordId, recordName, text } from './fields';

/**
 * A question and its options as a client sends them. What each type of question allows follows from `faultsOf`, and what a
 * condition refers to from `conditionFaults`.
 */
export const questionTypes = ['choice', 'numeric', 'yes_no', 'text', 'multi'] as const;

export const weight = () =>
  z
    .number()
    .int()
    .refine(
      (value) => value !== 0 && Math.abs(value) <= maxWeight,
      says('weight_range', { least: -maxWeight, most: maxWeight }),
    );

const points = z
  .number()
  .min(0)
  .max(maxPoints)
  .refine((value) => hundredthsOf(value) !== undefined, says('two_decimals'));

const SentOption = z.strictObject({
  label: line(256, z.string().trim().min(1)),
  points: points.nullish().meta({ description: 'Of yes and no, max_points and 0 when omitted' }),
  fails_form: z.boolean().default(false),
  fails_section: z.boolean().default(false).meta({ description: 'Extension: the answer fails the section' }),
  comment_required: z.boolean().default(false).meta({ description: 'Extension: the answer needs a comment' }),
});

/** The key by which the conditions of later questions refer to a question. */
const questionKey = z.string().regex(/^[a-z0-9_]{1,32}$/, says('question_key'));

const SentCondition = z
  .strictObject({
    key: z.string(),
    any_of: z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .max(100)
      .optional(),
    at_least: z.number().optional(),
    at_most: z.number().optional(),
  })
  .nullable()
  .default(null)
  .meta({
    description:
      'Extension: shown only if the earlier question with this key, which is no text, has one of these answers, or a number within these bounds',
  });

export const SentQuestion = z
  .strictObject({
    form_question_id: recordId().optional(),
    title: recordName(512),
    description: text(4096).default(''),
    type: z.enum(questionTypes),
    weight: weight().default(1),
    max_points: points
      .nullish()
      .meta({ description: 'Required unless the type is text, or the question is without points, which have none' }),
    allow_na: z.boolean().default(false),
    options: z.array(SentOption).max(100).nullish().meta({
      description: 'Two or more of a choice or multi; none or yes and no of yes_no; none of numeric and text',
    }),
    key: questionKey
      .nullable()
      .default(null)
      .meta({ description: 'Extension: names the question in conditions; unique in the form' }),
    show_if: SentCondition,
    is_scored: z
      .boolean()
      .default(true)
      .meta({ description: 'Extension: a choice or multi without points when false' }),
    moment_required: z
      .boolean()
      .default(false)
      .meta({ description: 'Extension: an answer needs a moment of the audio' }),
    comment_below: points
      .nullable()
      .default(null)
      .meta({ description: 'Extension: a lower answer needs a comment. Of numeric questions' }),
  })
  .superRefine((question, { addIssue }) => {
    for (const fault of faultsOf(question)) addIssue({ code: 'custom', ...fault });
  });
export type SentQuestion = z.output<typeof SentQuestion>;

type Fault = { path: (string | number)[]; message: ReasonCode; params?: Values };

const fault = (message: ReasonCode, path: (string | number)[], params: Values = {}): Fault => ({
  path,
  message,
  params,
});

function faultsOf(question: SentQuestion): Fault[] {
  const { type, max_points, options, is_scored, comment_below } = question;
  const given = options ?? [];
  const surplus = given.length > 0 ? [fault('options_not_taken', ['options'])] : [];
  const hasChoices = type === 'choice' || type === 'multi';
  const misplaced = [
    ...(!is_scored && !hasChoices ? [fault('needs_points', ['is_scored'])] : []),
    ...(comment_below !== null && type !== 'numeric' ? [fault('comment_below_numeric', ['comment_below'])] : []),
  ];
  if (type === 'text')
    return [...(max_points ? [fault('text_has_points', ['max_points'])] : []), ...surplus, ...misplaced];
  if (!is_scored && hasChoices) return [...withoutPoints(question), ...optionFaults(question), ...misplaced];
  if (!max_points) return [fault(max_points === 0 ? 'points_missing' : 'required', ['max_points']), ...misplaced];
  if (type !== 'numeric') return [...optionFaults(question), ...misplaced];
  const isOutside = comment_below !== null && (comment_below <= 0 || comment_below > max_points);
  const bounds = { least: 0.01, most: max_points };
  return [...surplus, ...(isOutside ? [fault('number_range', ['comment_below'], bounds)] : []), ...misplaced];
}

/** The faults of a question that has points although it is not scored. */
const withoutPoints = ({ max_points, options }: SentQuestion): Fault[] => [
  ...(max_points ? [fault('unscored_has_points', ['max_points'])] : []),
  ...(options ?? []).flatMap(({ points: worth }, place) =>
    worth ? [fault('unscored_has_points', ['options', place, 'points'])] : [],
  ),
];

function optionFaults({ type, max_points, options, is_scored }: SentQuestion): Fault[] {
  const given = options ?? [];
  const labels = given.map(({ label }) => label);
  const isIncomplete =
    type === 'yes_no'
      ? labels.length > 0 && !(labels.length === 2 && labels.includes('yes') && labels.includes('no'))
      : labels.length < 2;
  return [
    ...(isIncomplete ? [fault(type === 'yes_no' ? 'yes_no_options' : 'choice_options', ['options'])] : []),
    ...given.flatMap(({ label, points: worth }, place) => [
      ...(labels.indexOf(label) < place ? [fault('given_twice', ['options', place, 'label'])] : []),
      ...(is_scored && (worth === null || (worth === undefined && type !== 'yes_no'))
        ? [fault('required', ['options', place, 'points'])]
        : []),
      ...(is_scored && (worth ?? 0) > (max_points ?? 0)
        ? [fault('number_too_large', ['options', place, 'points'], { most: max_points ?? 0 })]
        : []),
    ]),
  ];
}

type SentSections = readonly { order?: number | undefined; questions: readonly SentQuestion[] }[];
type Placed = { question: SentQuestion; path: (string | number)[] };

/** The questions of a form in its order, by the order of the section and then by place, with their paths as they were sent. */
const inFormOrder = (sections: SentSections): Placed[] =>
  sections
    .map(({ order, questions }, i) => ({ order: order ?? i + 1, questions, i }))
    .sort((one, other) => one.order - other.order)
    .flatMap(({ questions, i }) =>
      questions.map((question, j) => ({ question, path: ['sections', i, 'questions', j] })),
    );

/** The faults of keys that are used twice, and of conditions on no earlier question or on answers that it does not allow. */
export function conditionFaults(sections: SentSections): Fault[] {
  const earlier = new Map<string, SentQuestion>();
  return inFormOrder(sections).flatMap(({ question, path }) => {
    const { key, show_if } = question;
    const faults = show_if
      ? conditionFaultsOf(show_if, earlier.get(show_if.key)).map((one) => ({
          ...one,
          path: [...path, 'show_if', ...one.path],
        }))
      : [];
    if (key === null) return faults;
    if (earlier.has(key)) return [...faults, fault('given_twice', [...path, 'key'])];
    earlier.set(key, question);
    return faults;
  });
}

function conditionFaultsOf({ any_of, at_least, at_most }: Condition, source: SentQuestion | undefined): Fault[] {
  if (!source || source.type === 'text') return [fault('condition_key', ['key'])];
  const isBounded = at_least !== undefined || at_most !== undefined;
  const isTurned = at_least !== undefined && at_most !== undefined && at_least > at_most;
  const isMixed = any_of ? isBounded : !isBounded || source.type !== 'numeric';
  if (isMixed || isTurned) return [fault('condition_parts', [])];
  return (any_of ?? []).flatMap((one, k) => (isAllowed(source, one) ? [] : [fault('condition_answer', ['any_of', k])]));
}

function isAllowed({ type, max_points, options }: SentQuestion, answer: string | number): boolean {
  if (type === 'numeric')
    return (
      typeof answer === 'number' && answer >= 0 && answer <= (max_points ?? 0) && hundredthsOf(answer) !== undefined
    );
  const labels = type === 'yes_no' ? ['yes', 'no'] : (options ?? []).map(({ label }) => label);
  return typeof answer === 'string' && labels.includes(answer);
}
