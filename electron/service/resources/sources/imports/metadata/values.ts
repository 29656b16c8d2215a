import { callIdFields } from '@shared/call-fields';
import { withoutApostrophes } from '@shared/csv';
import { wholeSeconds } from '@shared/duration';
import { type Reason, reason } from '@shared/reasons/reasons';
import { isUuid } from '@shared/uuid';
import { readTime } from '../../../../zones';
import { damaged, wholePairs } from './encoding';
import { type CallRecord, readDirection } from './record';

/**
 * How a kind of field is read: what stands for no value, what a spreadsheet keeps as text by an apostrophe, and whether it
 * is a number to the spreadsheet, which may round it.
 */
type Kind = { of: RegExp; absent?: RegExp; kept?: RegExp; isNumber?: true };

/** What a spreadsheet makes of a long number. Its last digits are gone, so that different numbers look the same. */
const rounded = /^\d([.,]\d+)?E\+\d+$/i;
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
  { of: /_time$/, absent: /^(0|0000-?00-?00.*|[\s.–—-]*|n\/?a|nil|null|none)$/i, kept: /^'\d/ },
  { of: /^file$/, absent: /^([\s_?–—-]*|n\/?a|nil|none|undefined)$/i },
  { of: /^duration$/, absent: /^[\s–—-]*$/, kept: /^'\d/ },
];

/** What exports of databases and spreadsheets write for no value, exactly so, in any field. */
const markers = new Set(
  String.raw`\N NULL null (null) (NULL) <null> <NULL> [null] [NULL] <NA> #N/A #NAME? #REF! #VALUE!`.split(' '),
);

/** A text in a note, short enough for a line. */
export const quoted = (text: string): string => [...text.slice(0, 80)].slice(0, 40).join('');

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
export function setField(record: CallRecord, field: string, text: string, mayDiffer: boolean): void {
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
  else if (field === 'duration') record.duration = first(record.duration, readSeconds(text));
  else if (field === 'direction') record.direction = first(record.direction, readDirection(text));
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

/** The seconds in a text: seconds, m:ss or h:mm:ss, up to a week; null for any other. */
export function readSeconds(text: string): number | null {
  if (text.length > 40 || !/^\d+(\.\d+)?$|^(\d+:)?\d{1,2}:\d{2}$/.test(text)) return null;
  const seconds = wholeSeconds(1000 * text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  return seconds <= longestSeconds ? seconds : null;
}

const timeFields = ['setup_time', 'connect_time', 'disconnect_time'] as const;
type TimeField = (typeof timeFields)[number];
export const isTime = (field: string): field is TimeField => (timeFields as readonly string[]).includes(field);
/** The texts of all columns of a time, in order. */
export type TimeTexts = Partial<Record<TimeField, string[]>>;

/** A time of day, with the offset that may follow it. */
const clock = /^(\d{1,2}:\d{2}.{0,30}|\d{6})$/;
const clockOnly = /^(\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?|\d{6})$/;
const offset = /:\d{2}(?:[.,]\d+)?( ?(?:Z|UTC?|GMT|(?:UTC?|GMT)?[+-]\d{1,2}(?::?\d{2})?))$/i;
/** The day and the offset, as written, of the time at which a call began. */
type Begun = { day: string | undefined; offset: string };
const day = /^\d{4}([-/]?)\d{2}\1\d{2}$/;

/**
 * Sets the times of a record. A date and a time of day in columns of their own are one time; an end with a time of day
 * only is on the day of the beginning and has its offset. The first time of a field counts, and one that differs is noted.
 */
export function setTimes(record: CallRecord, texts: TimeTexts, zone: string): void {
  let begun: Begun | undefined;
  for (const field of timeFields) {
    const [text, ...others] = joined(texts[field] ?? [], begun);
    if (text === undefined) continue;
    begun ??= { day: text.split(/[T ]/, 1)[0], offset: offset.exec(text)?.[1] ?? '' };
    const time = timeIn(text, zone);
    if (!time) {
      record.notes.push(reason('unreadable', { field, value: quoted(text) }));
      continue;
    }
    record[field] = time.ms;
    record.is_local ||= time.isLocal;
    if (time.note === 'repeated') record.notes.push(reason('repeated_hour', { field }));
    if (time.note === 'skipped') record.notes.push(reason('skipped_hour', { field }));
    if (time.isDay) record.notes.push(reason('day_only', { field, value: quoted(text) }));
    const differ = others.filter((other) => !text.includes(other) && timeIn(other, zone)?.ms !== time.ms);
    for (const other of differ) record.notes.push(reason('note_second', { field, value: quoted(other) }));
  }
}

/** Whole times before parts, and a date with its time of day. */
function joined(texts: string[], begun: Begun | undefined): string[] {
  const clocks = texts.filter((text) => clock.test(text));
  const parts = texts.filter((text) => clocks.includes(text) || !text.includes(':'));
  const whole = texts.filter((text) => !parts.includes(text));
  const [own, ...dates] = parts.filter((text) => !clocks.includes(text));
  const date = own ?? begun?.day;
  const [time, ...times] = clocks;
  if (whole.length > 0) return [...whole, ...parts];
  if (date === undefined || time === undefined) return parts;
  const padded = time.replace(/^\d:/, '0$&').replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3');
  const zone = own === undefined && clockOnly.test(time) ? (begun?.offset ?? '') : '';
  return [`${date} ${padded}${zone}`, ...dates, ...times];
}

const longestTime = 100;

function timeIn(text: string, zone: string) {
  if (text.length > longestTime) return undefined;
  const time = readTime(isoOf(text), zone);
  return time && { ...time, isDay: day.test(text) || mailDay.test(text) };
}

/** A date without a zone, in the form of RFC 2822. Date would take the zone of the computer. */
const mailWithoutZone = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}( \d{1,2}:\d{2}(:\d{2})?)?$/;
const mailDay = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}$/;
/** The zone at the end of a date, and the comment that may follow it: `-0500 (EST)`. */
const mailZone = /:\d{2}[^+:-]*(\b(Z|UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}(:?\d{2})?)( \([^()]*\))?$/;

/** An RFC 2822 date in ISO 8601, without an offset if it has none; any other text as it is. */
function isoOf(text: string): string {
  const isLocal = mailWithoutZone.test(text);
  if (!isLocal && !(/^[A-Z][a-z]{2}, \d/.test(text) && mailZone.test(text))) return text;
  const date = new Date(isLocal ? `${text} UTC` : text);
  if (Number.isNaN(date.getTime())) return text;
  return isLocal ? date.toISOString().slice(0, -1) : date.toISOString();
}
