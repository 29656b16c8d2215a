import type { FormContent } from './designer/draft';

type Section = FormContent['sections'][number];
type Question = Section['questions'][number];

const formFields = ['name', 'description', 'pass_threshold'] as const;
const sectionFields = ['title', 'description', 'weight', 'pass_threshold'] as const;
const questionFields = [
  ...(['title', 'type', 'is_scored', 'max_points', 'weight', 'options', 'description', 'allow_na'] as const),
  ...(['moment_required', 'comment_below', 'key', 'show_if'] as const),
] as const;

export type FieldChange = {
  field: (typeof formFields)[number] | (typeof sectionFields)[number] | (typeof questionFields)[number];
  before: unknown;
  after: unknown;
};
/** A difference between two forms. `number` is where the question or section is, or was when it is removed. */
export type Difference = {
  of: 'form' | 'section' | 'question';
  kind: 'added' | 'removed' | 'moved' | 'changed';
  number: string;
  name: string;
  fields: FieldChange[];
};

type Placed<T> = { part: T; number: string; section: string | undefined };

const fieldsOf = <T, F extends FieldChange['field'] & keyof T>(
  names: readonly F[],
  before: T,
  after: T,
): FieldChange[] =>
  names
    .filter((field) => !isEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

const sectionsOf = ({ sections }: FormContent): Placed<Section>[] =>
  sections.map((part, at) => ({ part, number: String(at + 1), section: undefined }));

const questionsOf = ({ sections }: FormContent): Placed<Question>[] =>
  sections.flatMap(({ questions, form_section_id }, at) =>
    questions.map((part, place) => ({ part, number: `${at + 1}.${place + 1}`, section: form_section_id })),
  );

/** The differences in `after`: the form, then sections and questions in its order, then what is removed. */
export function differencesOf(before: FormContent, after: FormContent): Difference[] {
  const form = fieldsOf(formFields, before, after);
  const sections = compared(
    'section',
    sectionsOf(before),
    sectionsOf(after),
    sectionFields,
    (one) => one.form_section_id,
  );
  const questions = compared(
    'question',
    questionsOf(before),
    questionsOf(after),
    questionFields,
    (one) => one.form_question_id,
  );
  return [
    ...(form.length > 0
      ? [{ of: 'form' as const, kind: 'changed' as const, number: '', name: after.name, fields: form }]
      : []),
    ...sections,
    ...questions,
  ];
}

function compared<T extends { title: string }, F extends FieldChange['field'] & keyof T>(
  of: 'section' | 'question',
  before: Placed<T>[],
  after: Placed<T>[],
  names: readonly F[],
  idOf: (part: T) => string | undefined,
): Difference[] {
  const known = new Map(before.map((one) => [idOf(one.part), one]));
  const kept = new Set(after.map(({ part }) => idOf(part)));
  const orderBefore = before.map(({ part }) => idOf(part)).filter((id) => kept.has(id));
  const orderAfter = after.map(({ part }) => idOf(part)).filter((id) => id !== undefined && known.has(id));
  const staying = longestCommon(orderBefore, orderAfter);
  const found = after.flatMap(({ part, number, section }): Difference[] => {
    const id = idOf(part);
    const was = id === undefined ? undefined : known.get(id);
    const one = { of, number, name: part.title };
    if (!was) return [{ ...one, kind: 'added', fields: [] }];
    const fields = fieldsOf(names, was.part, part);
    const isMoved = !staying.has(id) || was.section !== section;
    return [
      ...(isMoved ? [{ ...one, kind: 'moved' as const, fields: [] }] : []),
      ...(fields.length > 0 ? [{ ...one, kind: 'changed' as const, fields }] : []),
    ];
  });
  const removed = before
    .filter(({ part }) => !kept.has(idOf(part)))
    .map(({ part, number }): Difference => ({ of, kind: 'removed', number, name: part.title, fields: [] }));
  return [...found, ...removed];
}

/** The longest run of ids that have the same order in both lists: the others have been moved. */
function longestCommon<T>(before: readonly T[], after: readonly T[]): Set<T> {
  const places = after.map((id) => before.indexOf(id));
  const best: { length: number; previous: number }[] = [];
  for (const [at, place] of places.entries()) {
    let [length, previous] = [1, -1];
    for (let other = 0; other < at; other++) {
      const run = best[other]?.length ?? 0;
      if ((places[other] ?? 0) < place && run + 1 > length) [length, previous] = [run + 1, other];
    }
    best.push({ length, previous });
  }
  const kept = new Set<T>();
  let at = best.reduce((longest, { length }, place) => (length > (best[longest]?.length ?? 0) ? place : longest), 0);
  while (at !== -1 && best[at]) {
    kept.add(after[at] as T);
    at = best[at]?.previous ?? -1;
  }
  return kept;
}

/** Whether two values of JSON have the same content. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}
