import { z } from 'zod';
import { hundredthsOf, maxPoints, maxWeight } from '../evaluation/points';
import { says } from '../reasons/check';
import type { Values } from '../reasons/fill';
import type { ReasonCode } from '../reasons/reasons';
import { line, recordId, recordName, text } from './fields';

/** A question and its options as a client sends them. What each type of question allows follows from `faultsOf`. */
export const questionTypes = ['choice', 'numeric', 'yes_no', 'text'] as const;

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
  points: points.optional().meta({ description: 'Of yes and no, max_points and 0 when omitted' }),
  fails_form: z.boolean().default(false),
});

export const SentQuestion = z
  .strictObject({
    form_question_id: recordId().optional(),
    title: recordName(512),
    description: text(4096).default(''),
    type: z.enum(questionTypes),
    weight: weight().default(1),
    max_points: points.nullish().meta({ description: 'Required unless the type is text, which has none' }),
    allow_na: z.boolean().default(false),
    options: z
      .array(SentOption)
      .max(100)
      .nullish()
      .meta({ description: 'Two or more of a choice; none or yes and no of yes_no; none of numeric and text' }),
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

function faultsOf({ type, max_points, options }: SentQuestion): Fault[] {
  const given = options ?? [];
  const surplus = given.length > 0 ? [fault('options_not_taken', ['options'])] : [];
  if (type === 'text') return [...(max_points ? [fault('text_has_points', ['max_points'])] : []), ...surplus];
  if (!max_points) return [fault(max_points === 0 ? 'points_missing' : 'required', ['max_points'])];
  if (type === 'numeric') return surplus;
  const labels = given.map(({ label }) => label);
  const incomplete =
    type === 'choice'
      ? labels.length < 2
      : labels.length > 0 && !(labels.length === 2 && labels.includes('yes') && labels.includes('no'));
  return [
    ...(incomplete ? [fault(type === 'choice' ? 'choice_options' : 'yes_no_options', ['options'])] : []),
    ...given.flatMap(({ label, points: worth }, place) => [
      ...(labels.indexOf(label) < place ? [fault('given_twice', ['options', place, 'label'])] : []),
      ...(worth === undefined && type === 'choice' ? [fault('required', ['options', place, 'points'])] : []),
      ...((worth ?? 0) > max_points
        ? [fault('number_too_large', ['options', place, 'points'], { most: max_points })]
        : []),
    ]),
  ];
}
