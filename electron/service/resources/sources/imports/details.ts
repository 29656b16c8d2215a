import { createHash } from 'node:crypto';
import { minuteMs } from '@shared/duration';
import { fold } from '@shared/fold';
import { numberKey } from '@shared/phone-number';
import type { CallRecord } from './metadata/record';
import type { Times } from './rules';

/** What is known of a call, in the form in which two are compared: categories and custom fields by name. */
export type Details = {
  fields: { readonly [name: string]: string | undefined };
  /** Null or 0: unknown. */
  direction: number | null;
  categories: readonly string[];
  custom_fields: { readonly [name: string]: string };
};

/** The times of a record; null: not given. */
type GivenTimes = Pick<CallRecord, 'connect_time' | 'disconnect_time' | 'duration'>;

/** The fields in which both have a value, but not the same one; categories are compared by `differ`. */
export function contradictions(a: Details, b: Details): string[] {
  const fields = Object.entries(a.fields).filter(([name, value]) => {
    const other = b.fields[name];
    return value && other && formOf(name, value) !== formOf(name, other);
  });
  const values = new Map(Object.entries(b.custom_fields).map(([name, value]) => [fold(name.trim()), value]));
  const custom = Object.entries(a.custom_fields).filter(([name, value]) => {
    const other = values.get(fold(name.trim()));
    return other !== undefined && fold(other.trim()) !== fold(value.trim());
  });
  return [
    ...fields.map(([name]) => name),
    ...(a.direction && b.direction && a.direction !== b.direction ? ['protocol_call_direction'] : []),
    ...custom.map(([name]) => name.trim()),
  ];
}

/** Like `contradictions`, and the categories, if each has one that the other lacks. */
export function differ(a: Details, b: Details): string[] {
  const lacks = (one: Details, other: Details) => missingIn(other, one).length > 0;
  return [...contradictions(a, b), ...(lacks(a, b) && lacks(b, a) ? ['categories'] : [])];
}

/** The fields that only `b` has. */
export function added(a: Details, b: Details): string[] {
  const known = new Set(Object.keys(a.custom_fields).map((name) => fold(name.trim())));
  return [
    ...Object.keys(b.fields).filter((name) => b.fields[name] && !a.fields[name]),
    ...(b.direction && !a.direction ? ['protocol_call_direction'] : []),
    ...(missingIn(a, b).length > 0 ? ['categories'] : []),
    ...Object.keys(b.custom_fields).filter((name) => !known.has(fold(name.trim()))),
  ];
}

/** Both together; of two values for a field, the first. */
export const together = (a: Details, b: Details): Details => ({
  fields: { ...b.fields, ...a.fields },
  direction: a.direction || b.direction,
  categories: [...a.categories, ...missingIn(a, b)],
  custom_fields: { ...b.custom_fields, ...a.custom_fields },
});

/** The categories of `b` that `a` lacks. */
function missingIn(a: Details, b: Details): string[] {
  const known = new Set(a.categories.map((name) => fold(name.trim())));
  return b.categories.filter((name) => !known.has(fold(name.trim())));
}

/** The form in which values of a field are compared: numbers in any spelling, names without case, ids as they are. */
function formOf(name: string, value: string): string {
  const text = value.trim();
  if (name.endsWith('_id')) return text;
  // Letters, `*` and `#` mean something else than the digits alone.
  if (name.endsWith('_number') && /^[\d\s+().[\]/\-\u2010-\u2015]+$/.test(text)) return numberKey(text) ?? text;
  return fold(text);
}

/** Whether both numbers of a call are known: no withheld ones, such as `anonymous` or `0`. */
export const saysBoth = ({ fields }: Details): boolean =>
  [fields.from_number, fields.to_number].every((number) => /[1-9]/.test(number ?? ''));

/** Whether somebody answered; null when the record does not say. One with an end, but neither length nor connect, was not. */
export function isAnswered({ connect_time, disconnect_time, duration }: GivenTimes): boolean | null {
  if (connect_time !== null || duration) return true;
  return duration === 0 || disconnect_time !== null ? false : null;
}

/** Identifies a record with all that it says; `of`: the SHA-256 of its recording, or the name that it has for it. */
export function recordKey(tenant_id: string, record: CallRecord, of: string | null): string {
  const { setup_time, connect_time, disconnect_time, duration, direction, fields, categories, custom_fields } = record;
  const times = [setup_time, connect_time, disconnect_time, duration];
  const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const whole = [tenant_id, of, times, direction, sorted(fields), [...categories].sort(), sorted(custom_fields)];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 24);
}

/** What a row of call details, or the record of a recording, says about its call. */
export type Told = { details: Details; times: Times; is_answered: boolean | null };
/** The same of a row without a recording; `file`: the recording that it names. */
type RowTold = Told & { setup_time: number; file: string | null };
/** A call in the archive. */
type Known = Details & Times & { setup_time: number; files: number };
/**
 * How a row belongs to a call with its id: it says the same; it is the answered row of a call that was stored from one that
 * was not answered, or the other way round; or it is about another call, because of these fields.
 */
export type Relation = { is: 'same' | 'completes' | 'unanswered' } | { is: 'other'; fields: string[] };

/** What the rows of one call in a queue or ring group say otherwise: whom it rang at. */
const isOfCalled = (field: string): boolean =>
  /^(to_|redirected_to_|agent_|acd_|pbx|phonesys_|protocol_call_id$)/.test(field);

/** How a record relates to a call that it does not differ from, or only in these fields. */
function relationBy(known: Known, { is_answered }: Told, fields: string[]): Relation {
  if (!fields.every(isOfCalled)) return { is: 'other', fields };
  const wasAnswered = known.connect_time !== null || known.duration > 0;
  if (is_answered === true && !wasAnswered) return { is: 'completes' };
  if (is_answered === false && (wasAnswered || fields.length > 0)) return { is: 'unanswered' };
  return fields.length === 0 ? { is: 'same' } : { is: 'other', fields };
}

/** How the record of a recording relates to a call with its id. A call that has recordings is joined only if nothing differs. */
export function relationOfFile(known: Known, told: Told): Relation {
  const fields = contradictions(known, told.details);
  if (fields.length === 0) return { is: 'same' };
  return known.files > 0 ? { is: 'other', fields } : relationBy(known, told, fields);
}

/** How the record of a recording relates to a call that has these same bytes under the same key. */
export const relationOfCopy = (known: Known, told: Told): Relation =>
  relationBy(known, told, differ(known, told.details));

/**
 * How a row without a recording relates to a call with its id, or with its start and numbers. A time in whole minutes, or a
 * withheld number, is not enough.
 */
export function relationOfRow(known: Known, told: RowTold, by: 'id' | 'time'): Relation {
  const isExact = told.setup_time % minuteMs !== 0 && saysBoth(told.details);
  const fields = differ(known, told.details);
  if (by === 'time' && !isExact) {
    // A row that says more, or names a recording of its own, can be another call.
    fields.push(...added(known, told.details));
    if (known.files === 0 && told.file !== null) fields.push('file');
  }
  const times = fields.length === 0 ? timesApart(known, told) : [];
  if (fields.length + times.length === 0) return { is: 'same' };
  const isSure = by === 'id' || (fields.length === 0 && isExact && told.is_answered === true);
  const relation = isSure ? relationBy(known, told, fields) : undefined;
  if (relation?.is === 'same')
    return told.is_answered === false ? { is: 'unanswered' } : { is: 'other', fields: times };
  return relation ?? { is: 'other', fields: fields.length > 0 ? fields : times };
}

/** The times in which a row differs from a call. Those of a call with a recording are also those of its sound. */
function timesApart(known: Known, { setup_time, times }: RowTold): string[] {
  const end = known.disconnect_time ?? known.setup_time;
  if (known.files > 0) return setup_time < known.setup_time || setup_time > end ? ['setup_time'] : [];
  return [
    ...(known.setup_time === setup_time ? [] : ['setup_time']),
    ...(known.connect_time === times.connect_time ? [] : ['connect_time']),
    ...(known.duration === times.duration ? [] : ['duration']),
  ];
}
