import { callIdFields } from '@shared/call-fields';
import { CallDirection } from '@shared/codes';
import { withoutApostrophes } from '@shared/csv';
import type { DateForm } from '@shared/import-fields';
import { type Reason, reason } from '@shared/reasons/reasons';
import { isUuid } from '@shared/uuid';
import { type ColumnTime, count, decide, emptyTally, isClock, timeIn } from './dates';
import { damaged, wholePairs } from './encoding';
import { isWithheld, rounded } from './parties';
import { type CallRecord, quoted, readDirection } from './record';

/**
 * How a kind of field is read: what stands for no value, what a spreadsheet keeps as text by an apostrophe, and whether it
 * is a number to the spreadsheet, which may round it.
 */
type Kind = { of: RegExp; absent?: RegExp; kept?: RegExp; isNumber?: true };

const number = /^'[\d(*#+][\d\s()./*#+-]*$/;
/** The first one that fits counts. "Null" may be a name, and 0 a number. */
const kinds: Kind[] = [
  { of: /^custom\./ },
  {
    of: /_(id|guid|refci)$/,
    absent:
      /^([\s0.,:_?/{}()–—-]*|-1|n\/?a|nil|null|none|nan|false|undefined|unknown|anonymous|(not |un)available|anonym|unbekannt)$/i,
    kept: number,
    isNumber: true,
  },
  {
    of: /_number$/,
    absent:
      /^([\s.,_?/–—-]*|n\/?a|nil|null|none|nan|undefined|unknown|anonymous|(not |un)available|private|withheld|restricted|blocked|anonym|unbekannt|unterdrückt)$/i,
    kept: number,
    isNumber: true,
  },
  {
    of: /_name$/,
    absent: /^([\s.,_?/–—-]*|n\/a|none|undefined|unknown|anonymous|(not |un)available|anonym|unbekannt)$/i,
  },
  { of: /^(date|time)$|_time$/, absent: /^(0|0000-?00-?00.*|[\s.–—-]*|n\/?a|nil|null|none)$/i, kept: /^'\d/ },
  { of: /^file$/, absent: /^([\s_?–—-]*|n\/?a|nil|none|undefined)$/i },
  { of: /^(duration|ring_seconds)$/, absent: /^[\s–—-]*$/, kept: /^'\d/ },
  // Nothing is known of a party whose number was not sent, and this is no doubt.
  { of: /^(from|to|other|own|agent)$/, kept: number },
];

/** Fields for which a word says that nothing was sent, which is no doubt. */
const isOfParty = /_(number|name)$/;

/** What exports of databases and spreadsheets write for no value, exactly so, in any field. */
const markers = new Set(
  String.raw`\N NULL null (null) (NULL) <null> <NULL> [null] [NULL] <NA> #N/A #NAME? #REF! #VALUE!`.split(' '),
);

export const notUnderstood = (field: string, text: string): Reason =>
  reason('note_not_understood', { field, value: quoted(text) });

/**
 * The text of a cell, without the apostrophe that keeps it from being a formula or a number. Null if it is empty or
 * stands for no value or for a rounded number, which is noted, as are damaged letters.
 */
export function textOf(record: CallRecord, field: string, cell: string): string | null {
  const { absent, kept, isNumber } = kinds.find(({ of }) => of.test(field)) ?? {};
  const written = cell.trim();
  const text = wholePairs((kept?.test(written) ? written.slice(1) : withoutApostrophes(written)).trim());
  if (text === '') return null;
  // "Null" may be a name.
  if (isOfParty.test(field) && isWithheld(text) && !(field.endsWith('_name') && /^null$/i.test(text))) return null;
  if (markers.has(text) || absent?.test(text)) {
    record.notes.push(reason('note_absent', { field, value: quoted(text) }));
    return null;
  }
  if (isNumber && rounded.test(text)) {
    record.notes.push(reason('number_unclear', { field, value: quoted(text) }));
    return null;
  }
  if (text.includes(damaged)) record.notes.push(reason('note_damaged', { field }));
  return text;
}

const idFields = new Set<string>(callIdFields);

/** Sets a field that is no time. A field that has another value keeps it, with a note unless it `mayDiffer`. */
export function setField(
  record: CallRecord,
  field: string,
  text: string,
  mayDiffer: boolean,
  unit: LengthUnit = 'seconds',
): void {
  const first = <T>(known: T | null | undefined, value: T | null): T | null => {
    if (value === null)
      record.notes.push(
        field === 'direction'
          ? reason('direction_unclear', { field, value: quoted(text) })
          : notUnderstood(field, text),
      );
    else if (known != null && known !== value && !mayDiffer)
      record.notes.push(reason('note_second', { field, value: quoted(text) }));
    return known ?? value;
  };
  if (field === 'file') record.file = first(record.file, text);
  else if (field === 'call_id') record.named_id = first(record.named_id, text) ?? undefined;
  else if (field === 'duration') record.duration = first(record.duration, readSeconds(text, unit));
  else if (field === 'direction')
    record.direction = first(record.direction, readDirection(text)) ?? CallDirection.unknown;
  else if (field === 'categories') {
    const names = text.split(';').flatMap((name) => textOf(record, field, name) ?? []);
    const known = record.categories.length > 0 ? record.categories.join(';') : null;
    first(known, names.join(';'));
    if (known === null) record.categories = names;
  } else {
    const to = field.startsWith('custom.') ? record.custom_fields : record.fields;
    const name = field.replace(/^custom\./, '');
    const known = Object.hasOwn(to, name) ? to[name] : undefined;
    const id = idFields.has(field);
    const value = first(known, !id ? text : isUuid(text) ? text.toLowerCase() : null);
    if (value !== null)
      Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
  }
}

const longestSeconds = 7 * 24 * 60 * 60;

/** The unit of a number without one. */
export type LengthUnit = 'seconds' | 'ms' | 'minutes';
const perUnit: Record<LengthUnit, number> = { seconds: 1, ms: 0.001, minutes: 60 };
const spelled =
  /^(?:(\d+) ?(?:h|hr|hrs|hours?|std\.?|stunden?))? ?(?:(\d+) ?(?:m|min|mins|minutes?|minuten?)\.?)? ?(?:(\d+(?:[.,]\d+)?) ?(?:s|sec|secs|seconds?|sek\.?|sekunden?))?$/i;
const isoLength = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/i;

/**
 * The whole seconds in a text, rounded down: a number, m:ss, h:mm:ss, `1h 2m 3s`, `90 s` or ISO 8601, up to a week; null for any
 * other.
 */
export function readSeconds(text: string, unit: LengthUnit = 'seconds'): number | null {
  const seconds = text.length > 40 ? undefined : secondsIn(text, unit);
  return seconds !== undefined && seconds <= longestSeconds ? Math.floor(seconds + 1e-9) : null;
}

function secondsIn(written: string, unit: LengthUnit): number | undefined {
  // `0'05` and `00:01'05"`.
  const text = written.replace(/^((?:\d+:)?\d+)'(\d\d)"?$/, '$1:$2');
  const decimal = (written: string) => Number(written.replace(',', '.'));
  // A spreadsheet keeps a length as a part of a day.
  if (unit === 'seconds' && /^0[.,]\d{5,}$/.test(text)) return Math.round(decimal(text) * 86_400);
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return decimal(text) * perUnit[unit];
  if (/^(?:\d+:[0-5]?|\d?)\d:[0-5]\d(?:[.,]\d+)?$/.test(text))
    return text.split(':').reduce((sum, part) => sum * 60 + decimal(part), 0);
  const [all, hours = '0', minutes = '0', rest = '0'] = isoLength.exec(text) ?? spelled.exec(text) ?? [];
  return all && /\d/.test(all) ? Number(hours) * 3600 + Number(minutes) * 60 + decimal(rest) : undefined;
}

const timeFields = ['setup_time', 'connect_time', 'disconnect_time'] as const;
type TimeField = (typeof timeFields)[number];
export const isTime = (field: string): field is TimeField => (timeFields as readonly string[]).includes(field);
/**
 * A time as a cell has it, the form of its column, null if none is decided, and the zone of times without an offset. `isZoned`: the
 * column itself says the zone.
 */
export type TimeCell = { text: string; form: DateForm | null | undefined; zone: string; isZoned: boolean };
/** The cells of all columns of a time, in order. */
export type TimeCells = Partial<Record<TimeField, TimeCell[]>>;

/** A column of one value decides its own form. */
function formOf({ text, form }: TimeCell): DateForm | null {
  if (form !== undefined) return form;
  const tally = emptyTally();
  count(tally, text, Date.now(), null);
  return decide(tally, { preset: null, date_order: undefined, timeOf: () => undefined }).form;
}

const timeOf = (cell: TimeCell): ColumnTime | undefined => {
  const form = formOf(cell);
  return form === null ? undefined : timeIn(form, cell.text, cell.zone);
};
const isClockCell = ({ text, form }: TimeCell) =>
  isClock(text) && (form === undefined || form === null || !timeIn(form, text, 'UTC'));

const offset = /:\d{2}(?:[.,]\d+)?( ?(?:Z|UTC?|GMT|(?:UTC?|GMT)?[+-]\d{1,2}(?::?\d{2})?))$/i;
/** The day and the offset, as written, of the time at which a call began. */
type Begun = { day: TimeCell; offset: string };

/**
 * Sets the times of a record. A date and a time of day in columns of their own are one time; an end with a time of day
 * only is on the day of the beginning and has its offset. The first time of a field counts, and one that differs is noted
 * unless it `mayDiffer`.
 */
export function setTimes(record: CallRecord, cells: TimeCells, mayDiffer: ReadonlySet<string>): void {
  let begun: Begun | undefined;
  for (const field of timeFields) {
    const [cell, ...others] = joined(cells[field] ?? [], begun);
    if (cell === undefined) continue;
    if (formOf(cell) === null) {
      record.notes.push(reason('date_order', { field, value: quoted(cell.text) }));
      continue;
    }
    const time = timeOf(cell);
    const day = cell.text.split(/[T ](?=\d{1,2}:|\d{4,6}\b)/, 1)[0] ?? '';
    begun ??= { day: { ...cell, text: day }, offset: offset.exec(cell.text)?.[1] ?? '' };
    if (!time) {
      record.notes.push(reason('unreadable', { field, value: quoted(cell.text) }));
      continue;
    }
    record[field] = time.ms;
    record.is_local ||= time.isLocal && !cell.isZoned;
    if (time.note === 'repeated') record.notes.push(reason('repeated_hour', { field }));
    if (time.note === 'skipped') record.notes.push(reason('skipped_hour', { field }));
    if (time.isDay) record.notes.push(reason('day_only', { field, value: quoted(cell.text) }));
    if (mayDiffer.has(field)) continue;
    const differ = others.filter((other) => !cell.text.includes(other.text) && timeOf(other)?.ms !== time.ms);
    for (const other of differ) record.notes.push(reason('note_second', { field, value: quoted(other.text) }));
  }
}

/** Whole times before parts, and a date with its time of day. */
function joined(cells: TimeCell[], begun: Begun | undefined): TimeCell[] {
  const [only] = cells;
  if (only && cells.length === 1 && !isClockCell(only)) return cells;
  const clocks = cells.filter(isClockCell);
  const rest = cells.filter((cell) => !clocks.includes(cell));
  const days = rest.filter((cell) => timeOf(cell)?.isDay !== false);
  const whole = rest.filter((cell) => !days.includes(cell));
  const [own, ...dates] = days;
  const date = own ?? begun?.day;
  const [time, ...times] = clocks;
  if (whole.length > 0) return [...whole, ...days, ...clocks];
  if (date === undefined || time === undefined) return [...days, ...clocks];
  const padded = time.text.replace(/^\d:/, '0$&').replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3');
  const zone = own === undefined && !offset.test(` ${padded}`) ? (begun?.offset ?? '') : '';
  return [{ ...date, text: `${date.text} ${padded}${zone}` }, ...dates, ...times];
}
