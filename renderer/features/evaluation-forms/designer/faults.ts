import type { Operation } from '@shared/contract/operation';
import { checked } from '@shared/reasons/check';
import { english } from '@shared/reasons/reasons';
import type { Said } from '../../../api/refusal';
import { type Filled, recordOf } from '../../../form/record';
import type { Draft } from './draft';

/** The errors of a draft: by the key of the section or question (`form` for the form itself), then by field. */
export type Faults = Readonly<Record<string, Readonly<Record<string, Said>>>>;

/** Sorts messages by the paths in a form that was sent, such as `sections.0.questions.1.title`. */
export function faultsAt(paths: Readonly<Record<string, Said>>, { sections }: Draft): Faults {
  const faults: Record<string, Record<string, Said>> = {};
  for (const [path, said] of Object.entries(paths)) {
    const [, section, question, field] = /^(?:sections\.(\d+)\.)?(?:questions\.(\d+)\.)?(.*)$/.exec(path) ?? [];
    const inSection = section === undefined ? undefined : sections[Number(section)];
    const inQuestion = question === undefined ? undefined : inSection?.questions[Number(question)];
    const key = inQuestion?.key ?? inSection?.key ?? 'form';
    faults[key] = { [field ?? '']: said, ...faults[key] };
  }
  return faults;
}

/** The messages of the contract's rules for a form that is to be sent. */
export function checkedBy(operation: Operation & Filled, content: object): Record<string, Said> {
  const result = checked(recordOf(operation).rules, content);
  if ('data' in result) return {};
  const said = result.faults.map(({ path, reason }) => [path.join('.'), { text: english(reason), reason }] as const);
  // Reversed, so that the first of several errors of a field is kept.
  return Object.fromEntries(said.reverse());
}

/** The messages without those of a field that has been changed. */
export function without(faults: Faults, key: string, field: string): Faults {
  const own = faults[key];
  if (!own || !Object.keys(own).some((path) => isField(path, field))) return faults;
  const rest = Object.fromEntries(Object.entries(own).filter(([path]) => !isField(path, field)));
  const { [key]: _, ...others } = faults;
  return Object.keys(rest).length === 0 ? others : { ...others, [key]: rest };
}

const isField = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

/** The section or question of the first message, in the order of the form. */
export const firstFault = (faults: Faults, { sections }: Pick<Draft, 'sections'>): string | undefined =>
  ['form', ...sections.flatMap(({ key, questions }) => [key, ...questions.map((question) => question.key)])].find(
    (key) => key in faults,
  );
