import type { ImportPreset } from '@shared/contract/import-presets';
import type { ImportReading } from '@shared/contract/import-reading';
import { suits } from '@shared/import-fields';
import { isFault, parsePattern } from '@shared/patterns/parse';

/** A preset that is changed during an import, before it is kept. */
export type Draft = Pick<
  ImportPreset,
  'name' | 'description' | 'timezone' | 'internal_digits' | 'channels' | 'names' | 'details'
>;
/** Columns of call details and the fields that were chosen for them; an empty field ignores the column. */
export type Mapping = Record<string, string>;
type Details = Draft['details'][number];
type Column = ImportReading['columns'][number];

/** A draft that reads as a preset does, or nothing yet. */
export function draftOf(preset: ImportPreset | undefined, name: string): Draft {
  const { timezone = null, internal_digits = 6, channels = null, names = [], details = [] } = preset ?? {};
  return { name: preset?.name ?? name, description: '', timezone, internal_digits, channels, names, details };
}

const isSound = ({ pattern }: Draft['names'][number]) => !isFault(parsePattern(pattern));

/** Whether a pattern of a draft is empty or faulty, or nothing is left of it. */
export const isFaulty = ({ names, details }: Draft): boolean =>
  !names.every(isSound) || names.length + details.length === 0;

/** What the service can read by while a pattern is being written; undefined when nothing can be used yet. */
export function usable(draft: Draft): Draft | undefined {
  const names = draft.names.filter(isSound);
  return names.length + draft.details.length === 0 ? undefined : { ...draft, names };
}

const mostDetails = 10;

/** A draft that reads the files of call details as they are shown: their columns, and the forms of their dates. */
export function withColumns(base: Draft, { columns, times }: ImportReading, mapping: Mapping): Draft {
  const files = [...new Set(columns.map(({ file }) => file))];
  const shown = files.map((file) => {
    const own = columns.filter((column) => column.file === file);
    const entry = entryFor(own, base);
    const isAsBefore = (column: Column) => entry !== undefined && column.because === 'preset';
    const changed = own.flatMap((column) => {
      const { from } = column;
      const field = mapping[from] === '' ? '' : column.field;
      if (field === null || (isAsBefore(column) && mapping[from] === undefined)) return [];
      const form = times.find((time) => time.file === file && time.from === from)?.form ?? null;
      const values = entry?.mapping.find((one) => one.field === field && isSame(one.from, from))?.values ?? null;
      return [{ field, from, form: form !== null && suits(field, form) ? form : null, values }];
    });
    const isChanged = (from: string) => changed.some((one) => isSame(one.from, from));
    const kept = entry?.mapping.filter(({ from }) => !isChanged(from)) ?? [];
    const {
      format,
      list,
      columns: heads,
      has,
    }: Omit<Details, 'mapping'> = entry ?? {
      format: formatOf(file),
      list: null,
      columns: null,
      has: [],
    };
    return { entry, details: { format, list, columns: heads, has, mapping: [...changed, ...kept] } };
  });
  const replaced = shown.map(({ entry }) => entry);
  const details = shown.flatMap((one) => (one.details.mapping.length > 0 ? [one.details] : []));
  const others = base.details.filter((one) => !replaced.includes(one));
  return { ...base, details: [...details, ...others].slice(0, mostDetails) };
}

/** A draft in which a word of a column of directions has a meaning: inbound, outbound or internal; empty for the usual one. */
export function withWord(draft: Draft, column: string, word: string, meaning: string): Draft {
  return {
    ...draft,
    details: draft.details.map((one) => ({
      ...one,
      mapping: one.mapping.map((entry) =>
        isSame(entry.from, column) && entry.field === 'direction'
          ? { ...entry, values: withMeaning(entry.values, word, meaning) }
          : entry,
      ),
    })),
  };
}

function withMeaning(values: Record<string, string> | null, word: string, meaning: string) {
  const { [word]: _, ...others } = values ?? {};
  const changed = meaning === '' ? others : { ...others, [word]: meaning };
  return Object.keys(changed).length > 0 ? changed : null;
}

/** What a word of a column of directions means in a draft. */
export const meaningOf = ({ details }: Draft, column: string, word: string): string | undefined =>
  details
    .flatMap(({ mapping }) => mapping)
    .find(({ from, field, values }) => isSame(from, column) && field === 'direction' && values?.[word] !== undefined)
    ?.values?.[word];

/** What a preset says about a file: it reads some of its columns, or was made of all that are read. */
function entryFor(columns: readonly Column[], { details }: Draft): Details | undefined {
  const format = columns[0] && formatOf(columns[0].file);
  const has = ({ mapping }: Details, { from }: Column) => mapping.some((one) => isSame(one.from, from));
  const read = columns.filter(({ field }) => field !== null);
  return details.find(
    (one) =>
      one.format === format &&
      (columns.some((column) => column.because === 'preset' && has(one, column)) ||
        (read.length > 0 && read.every((column) => has(one, column)))),
  );
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const formatOf = (file: string): 'csv' | 'json' | 'xml' =>
  /\.xml$/i.test(file) ? 'xml' : /\.(json|jsonl|ndjson)$/i.test(file) ? 'json' : 'csv';
