import type { ImportReading } from '@shared/contract/import-reading';
import { dayMs, minuteMs } from '@shared/duration';
import { type DateForm, type DateOrder, dateOrders } from '@shared/import-fields';
import { monthNames, monthShorts } from '@shared/patterns/words';
import { type ReadTime, readTime } from '../../../../zones';

/** A time as a column has it. `isDay`: the text has no time of day. */
export type ColumnTime = ReadTime & { isDay: boolean };
/** A day, a time of day and an offset as they are written; each may be missing. */
type Written = { day?: string; clock?: string; offset?: string };

const longestTime = 100;
export const isOrder = (form: DateForm | null | undefined): form is DateOrder =>
  (dateOrders as readonly (string | null | undefined)[]).includes(form);

const weekday =
  '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mo|di|mi|do|fr|sa|so)|[a-zäöü]{4,8}tag|mittwoch|sonnabend)[.,]*\\s+';
const separator = '(?:\\. ?|[/-]|\\s)';
const after = '(?:(?:,? +|T)(?:um |at )?(.+))?';
/** `3.2.2026`, `2/3/26`, `2026/02/03`; the separators are the same. */
const numeric = new RegExp(`^(?:${weekday})?(\\d{1,4})(${separator})(\\d{1,2})\\2(\\d{1,4})${after}$`, 'i');
/** `3 Feb 2026`, `3-Feb-26`, `3. Februar 2026`, `2026 Feb 3`. */
const named = new RegExp(
  `^(?:${weekday})?(\\d{1,4})(?:\\.|st|nd|rd|th)?[\\s./-]+([a-zäöü]{3,9})\\.?,?[\\s./-]+(\\d{1,4})${after}$`,
  'i',
);
/** `Feb 3, 2026`. */
const monthFirst = new RegExp(
  `^(?:${weekday})?([a-zäöü]{3,9})\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?,?[\\s-]+(\\d{2,4})${after}$`,
  'i',
);
const clock =
  /^(\d{1,2})(?:[:.h](\d{2})(?:[:.m](\d{2})(?:[.,](\d{1,9}))?)?)?\s*(?:([ap])\.?m\.?|uhr)?\s*(z|utc?|gmt|(?:utc?|gmt)?[+-]\d{1,2}(?::?\d{2})?)?$/i;
const compactClock = /^(\d{2})(\d{2})(\d{2})?()()\s*(z|[+-]\d{2}:?\d{2})?$/i;
const isoStart = /^\d{4}-\d{2}-\d{2}(?:$|[T _])|^\d{8}(?:$|[T _]\d{2}|\d{4}(?:\d{2})?(?:\D|$))/i;
const mail =
  /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d{1,2}:\d{2}(:\d{2}(?:[.,]\d+)?)?( ?[ap]m)?\s+((?:utc?|gmt)?[+-]\d{2}(:?\d{2})?|z|utc?|gmt|[ecmp][sd]t)(?: \([^()]*\))?$/i;

const two = (value: number) => String(value).padStart(2, '0');

/** `10:11:12`, `1:05 PM`, `14.32 Uhr`, `101112`, perhaps with an offset. */
function clockOf(text: string): Required<Pick<Written, 'clock' | 'offset'>> | undefined {
  const [, h = '', mi = '', s = '00', fraction = '', half, offset = ''] =
    clock.exec(text) ?? compactClock.exec(text) ?? [];
  if (h === '' || (mi === '' && !half)) return undefined;
  const hour = !half ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (half && (Number(h) < 1 || Number(h) > 12)) return undefined;
  if (hour > 23 || Number(mi) > 59 || Number(s) > 60) return undefined;
  return { clock: `${two(hour)}:${mi || '00'}:${s}${fraction && `.${fraction}`}`, offset };
}

/** Whether a text is only a time of day. */
export const isClock = (text: string): boolean => text.length <= longestTime && clockOf(text.trim()) !== undefined;

const yearOf = (text: string): number | undefined =>
  text.length === 4 ? Number(text) : text.length === 2 ? 2000 + Number(text) : undefined;

/** A day that exists, as ISO 8601. */
function dayOf(year: number | undefined, month: number | undefined, day: number): string | undefined {
  if (year === undefined || month === undefined || month < 1 || month > 12 || day < 1) return undefined;
  const known = new Date(Date.UTC(year, month - 1, day));
  return known.getUTCDate() === day ? `${year}-${two(month)}-${two(day)}` : undefined;
}

const monthOf = (word: string): number | undefined =>
  monthNames.get(word.toLowerCase()) ?? monthShorts.get(word.toLowerCase());

/** A date in numbers or with the name of its month, by an order. `separator`: between its numbers. */
function inOrder(text: string, order: DateOrder): (Written & { separator: string }) | undefined {
  const numbers = numeric.exec(text);
  let [day, rest, between]: (string | undefined)[] = [];
  if (numbers) {
    const [, a = '', sign = '', b = '', c = ''] = numbers;
    if (order === 'ymd') day = dayOf(yearOf(a), Number(b), c.length > 2 ? 0 : Number(c));
    else if (a.length <= 2)
      day = order === 'dmy' ? dayOf(yearOf(c), Number(b), Number(a)) : dayOf(yearOf(c), Number(a), Number(b));
    [rest, between] = [numbers[5], sign.trim()];
  } else if (order === 'mdy') {
    const [, month = '', date = '', year = '', more] = monthFirst.exec(text) ?? [];
    [day, rest] = [dayOf(yearOf(year), monthOf(month), Number(date)), more];
  } else {
    const [, a = '', month = '', c = '', more] = named.exec(text) ?? [];
    const [date, year] = order === 'dmy' ? [a, c] : [c, a];
    if (date.length <= 2) [day, rest] = [dayOf(yearOf(year), monthOf(month), Number(date)), more];
  }
  if (day === undefined) return undefined;
  if (rest === undefined) return { day, separator: between ?? '' };
  const time = clockOf(rest.trim());
  return time && { day, ...time, separator: between ?? '' };
}

/** A clock without a date in the form of RFC 2822. Date would take the zone of the computer. */
const mailWithoutZone = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}( \d{1,2}:\d{2}(:\d{2})?)?$/;

function mailTime(text: string, zone: string): ColumnTime | undefined {
  const isLocal = mailWithoutZone.test(text);
  if (!isLocal && !mail.test(text)) return undefined;
  const date = new Date(isLocal ? `${text} UTC` : text);
  if (Number.isNaN(date.getTime())) return undefined;
  const time = readTime(isLocal ? date.toISOString().slice(0, -1) : date.toISOString(), zone);
  return time && { ...time, isDay: !text.includes(':') };
}

/** ISO 8601 in its usual form, from one with a space, without separators, or with a zone. */
function isoTime(text: string, zone: string): ColumnTime | undefined {
  if (!isoStart.test(text)) return undefined;
  const plain = text
    .replace(/^(\d{4})(\d{2})(\d{2})[T _]*(?=$|\d)/, '$1-$2-$3T')
    .replace(/^(\d{4}-\d{2}-\d{2})[T _]+(\d{2})(\d{2})(\d{2})?/, (_, day, h, m, s = '00') => `${day}T${h}:${m}:${s}`)
    .replace(/T$/, '')
    .replace(/^(\d{4}-\d{2}-\d{2})[ _](\d):/, '$1T0$2:')
    .replace('_', 'T')
    .replace(/(\d),(\d+)/, '$1.$2');
  const time = readTime(plain, zone);
  return time && { ...time, isDay: plain.length === 10 };
}

const units = { unix: 1000, unix_ms: 1, unix_us: 0.001 } as const;
const epochTexts = {
  unix: /^\d{1,10}(?:\.\d{1,9})?$/,
  unix_ms: /^\d{1,13}(?:\.\d{1,6})?$/,
  unix_us: /^\d{1,16}$/,
} as const;

/** The days from 1899-12-30, from which a spreadsheet counts, to 1970. */
const daysTo1970 = 25_569;

/** Reads a time by the form of its column, in `zone` unless it has an offset of its own. */
export function timeIn(form: DateForm, written: string, zone: string): ColumnTime | undefined {
  const text = written.trim();
  if (text.length > longestTime) return undefined;
  switch (form) {
    case 'iso':
      return isoTime(text, zone);
    case 'rfc2822':
      return mailTime(text, zone);
    case 'unix':
    case 'unix_ms':
    case 'unix_us': {
      const isTime = epochTexts[form].test(text) && Number(text) > 0;
      const time = isTime ? readTime(new Date(Math.round(Number(text) * units[form])).toISOString(), zone) : undefined;
      return time && { ...time, isDay: false };
    }
    case 'excel': {
      if (!/^\d{1,5}(?:[.,]\d{1,12})?$/.test(text)) return undefined;
      const ms = Math.round((Number(text.replace(',', '.')) - daysTo1970) * dayMs);
      const time = readTime(new Date(ms).toISOString().slice(0, -1), zone);
      return time && { ...time, isDay: !/[.,]/.test(text) };
    }
    default: {
      const said = inOrder(text, form);
      if (!said) return undefined;
      const { day, clock: at = '00:00:00', offset = '', separator: _ } = said;
      const time = readTime(`${day}T${at}${offset}`, zone);
      return time && { ...time, isDay: said.clock === undefined };
    }
  }
}

const guessed: readonly [DateForm, RegExp][] = [
  ['iso', isoStart],
  ['unix', /^\d{9,10}(?:\.\d{1,9})?$/],
  ['unix_ms', /^\d{12,13}$/],
  ['unix_us', /^\d{15,16}$/],
  // From 1954 to 2119: other numbers of five digits are none.
  ['excel', /^[2-7]\d{4}(?:[.,]\d{1,12})?$/],
];

/** How the values of a column are written, as far as they say. */
export type DateTally = {
  filled: number;
  /** Only a day, and only a time of day. */
  days: number;
  clocks: number;
  forms: Partial<Record<DateForm, number>>;
  /** Dates that could be read in some order. */
  ordered: number;
  /** Whether all of these are written with dots. */
  isDotted: boolean;
  /** For each order, the first value that speaks for it: no other order reads it, or reads it as a possible time of a call. */
  proof: Partial<Record<DateOrder, string>>;
  /** Of those with a year of two digits that may come first or last: how many there are, and are closer to now with it first. */
  yearFirst: { read: number; closer: number };
  /** Some values with the recordings that their rows name. */
  named: [file: string, text: string][];
};

export const emptyTally = (): DateTally => ({
  filled: 0,
  days: 0,
  clocks: 0,
  forms: {},
  ordered: 0,
  isDotted: true,
  proof: {},
  yearFirst: { read: 0, closer: 0 },
  named: [],
});

const mostNamed = 1_000;
/** Calls are not older than this, and no newer than a day from now. */
const firstCall = Date.UTC(1990, 0, 1);

/** Counts a value of a column that holds times. */
export function count(tally: DateTally, written: string, now: number, file: string | null): void {
  const text = written.trim();
  tally.filled += 1;
  if (text.length > longestTime) return;
  const found = guessed.find(([, looks]) => looks.test(text));
  if (found) {
    const [form] = found;
    // Most columns are of this form throughout.
    const time = form === 'iso' && text.length > 10 ? longIso(text) : timeIn(form, text, 'UTC');
    if (time) add(tally, form, time.isDay);
    if (form !== 'iso' || /^\d{4}-/.test(text)) return;
  }
  if (isClock(text)) {
    tally.clocks += 1;
    return;
  }
  if (mailTime(text, 'UTC')) {
    add(tally, 'rfc2822', !text.includes(':'));
    return;
  }
  countOrders(tally, text, now, file);
}

/** Enough of a look at a text of ISO 8601 with a time of day: most are right, and reading them all takes long. */
function longIso(text: string): { isDay: boolean } | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  return dayOf(Number(year), Number(month), Number(day)) === undefined ? undefined : { isDay: false };
}

function add(tally: DateTally, form: DateForm, isDay = false): void {
  tally.forms[form] = (tally.forms[form] ?? 0) + 1;
  if (isDay) tally.days += 1;
}

function countOrders(tally: DateTally, text: string, now: number, file: string | null): void {
  const read = dateOrders.flatMap((order) => {
    const said = inOrder(text, order);
    const ms = said?.day === undefined ? undefined : Date.parse(`${said.day}T00:00:00Z`);
    const isPossible = ms !== undefined && ms >= firstCall && ms <= now + dayMs;
    const isDay = said?.clock === undefined;
    return said ? [{ order, ms: ms ?? 0, isPossible, isDotted: said.separator === '.', isDay }] : [];
  });
  // A year of two digits comes last, unless it cannot.
  const some = read.length > 1 && !/^\D*\d{4}/.test(text) ? read.filter(({ order }) => order !== 'ymd') : read;
  const fitting = /^\D*\d{2}-/.test(text) ? read : some;
  if (fitting.length === 0) return;
  if (fitting.length < read.length) countYearFirst(tally, read, now);
  tally.ordered += 1;
  if (fitting.some(({ isDay }) => isDay)) tally.days += 1;
  for (const { order, isDotted } of fitting) {
    tally.forms[order] = (tally.forms[order] ?? 0) + 1;
    tally.isDotted &&= isDotted;
  }
  const possible = fitting.filter(({ isPossible }) => isPossible);
  const [only] = possible.length === 1 ? possible : fitting.length === 1 ? fitting : [];
  if (only) tally.proof[only.order] ??= text;
  if (file !== null && tally.named.length < mostNamed) tally.named.push([file, text]);
}

function countYearFirst(tally: DateTally, read: readonly { order: DateOrder; ms: number }[], now: number): void {
  const awayOf = ({ ms }: { ms: number }) => Math.abs(new Date(ms).getUTCFullYear() - new Date(now).getUTCFullYear());
  const isFirst = ({ order }: { order: DateOrder }) => order === 'ymd';
  const [first] = read.filter(isFirst).map(awayOf);
  tally.yearFirst.read += 1;
  if (first !== undefined && read.every((one) => isFirst(one) || awayOf(one) > first)) tally.yearFirst.closer += 1;
}

/** The form of a column; null if nothing decides, and then the orders that it could have. */
export type Decided = Pick<ImportReading['times'][number], 'form' | 'because' | 'settled_by'> & {
  choices?: DateOrder[];
};

type Evidence = {
  /** The form in a preset, and the order that was given with the import. */
  preset: DateForm | null;
  date_order: DateOrder | undefined;
  /** The time in the name of the recording that a row names. */
  timeOf: (file: string) => number | undefined;
};

/** Decides the form of a column from all its values: see docs/presets.md. */
export function decide(tally: DateTally, { preset, date_order, timeOf }: Evidence): Decided {
  if (preset !== null) return { form: preset, because: 'preset', settled_by: null };
  const [best] = Object.entries(tally.forms)
    .filter(([form]) => !isOrder(form as DateForm))
    .sort(([, a], [, b]) => b - a) as [DateForm, number][];
  if (tally.ordered === 0 || (best && best[1] >= tally.ordered))
    return { form: best?.[0] ?? 'iso', because: 'form', settled_by: null };
  const { yearFirst } = tally;
  const canBe = (order: DateOrder) => (tally.forms[order] ?? 0) + (order === 'ymd' ? yearFirst.read : 0) > 0;
  if (date_order && canBe(date_order)) return { form: date_order, because: 'given', settled_by: null };
  if (yearFirst.closer > 0 && yearFirst.closer >= yearFirst.read / 2)
    return byRecordings(dateOrders.filter(canBe), tally, timeOf);
  const choices = dateOrders.filter((order) => tally.forms[order]);
  if (tally.isDotted && choices.includes('dmy') && !tally.proof.mdy)
    return { form: 'dmy', because: 'form', settled_by: null };
  const proven = dateOrders.filter((order) => tally.proof[order] !== undefined);
  const [one, other] = proven;
  if (one && !other) return { form: one, because: 'value', settled_by: tally.proof[one] ?? null };
  if (one) return { form: null, because: 'undecided', settled_by: null, choices };
  if (choices.length === 1 && choices[0]) return { form: choices[0], because: 'form', settled_by: null };
  return byRecordings(choices, tally, timeOf);
}

function byRecordings(choices: DateOrder[], { named }: DateTally, timeOf: Evidence['timeOf']): Decided {
  const [one, other] = choices.filter((order) => fitsRecordings(named, order, timeOf));
  if (one && !other) return { form: one, because: 'recordings', settled_by: null };
  return { form: null, because: 'undecided', settled_by: null, choices };
}

const nearMs = 26 * 60 * minuteMs;

/** Whether nine of ten values are within 26 hours of the times in the names of their recordings. */
function fitsRecordings(named: DateTally['named'], order: DateOrder, timeOf: Evidence['timeOf']): boolean {
  const known = named.flatMap(([file, text]) => {
    const [wanted, time] = [timeOf(file), timeIn(order, text, 'UTC')?.ms];
    return wanted === undefined ? [] : [time !== undefined && Math.abs(time - wanted) <= nearMs];
  });
  return known.length > 0 && known.filter(Boolean).length >= 0.9 * known.length;
}

/** Whether a text is a date, with or without a time of day, in any form. */
export function isTimeText(text: string): boolean {
  const tally = emptyTally();
  count(tally, text, Date.now(), null);
  return Object.keys(tally.forms).length > 0;
}
