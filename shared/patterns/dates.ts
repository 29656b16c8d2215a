import { type DateToken, isToken, leastDigits, type TokenName } from './placeholders';
import { monthNames, monthShorts } from './words';

/** What the tokens of a date say. `hour12` is of `hh`, `pm` of `A`; `offset` is in minutes. */
export type DateParts = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'hour12' | 'pm' | 'minute' | 'second' | 'ms' | 'offset', number>
>;
/** A place where a date may end in a text, and what it says. */
export type DateEnd = { at: number; parts: DateParts };

/** More readings of one date are not looked at. */
const mostReadings = 16;

/** Where a date of this form may end that begins at a place. Only months and days of one digit or two give several. */
export function dateEnds(text: string, at: number, tokens: readonly DateToken[]): DateEnd[] {
  const [first] = tokens;
  // Nearly no place of a name begins a date.
  if (first !== undefined && leastDigits[first] !== undefined && !/\d/.test(text.charAt(at))) return [];
  let ends: DateEnd[] = [{ at, parts: {} }];
  for (const token of tokens) {
    const next: DateEnd[] = [];
    for (const end of ends) {
      if (!isToken(token)) {
        if (text[end.at]?.toLowerCase() === token.toLowerCase()) next.push({ ...end, at: end.at + 1 });
        continue;
      }
      for (const { length, parts } of readings[token](text, end.at)) {
        const both = together(end.parts, parts);
        if (both && next.length < mostReadings) next.push({ at: end.at + length, parts: both });
      }
    }
    ends = next;
    if (ends.length === 0) break;
  }
  return ends;
}

/** What two dates say together; undefined when they contradict each other. */
export function together(one: DateParts, other: DateParts): DateParts | undefined {
  for (const [part, value] of Object.entries(other) as [keyof DateParts, number][])
    if (one[part] !== undefined && one[part] !== value) return undefined;
  return { ...one, ...other };
}

/** A day and a time of day as the parts say them, without a zone unless they have an offset. Undefined if there is no such day. */
export function timeOfParts(parts: DateParts): { day: string; clock?: string; offset?: string } | undefined {
  const { year, month, day, minute, second = 0, ms = 0, offset } = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const two = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const date = `${two(year, 4)}-${two(month)}-${two(day)}`;
  const known = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(known.getTime()) || known.getUTCDate() !== day) return undefined;
  const hour = hourOf(parts);
  if (hour === undefined) return { day: date };
  const clock = `${two(hour)}:${two(minute ?? 0)}:${two(second)}${ms > 0 ? `.${two(ms, 3)}` : ''}`;
  if (offset === undefined) return { day: date, clock };
  const away = Math.abs(offset);
  return { day: date, clock, offset: `${offset < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}` };
}

function hourOf({ hour, hour12, pm }: DateParts): number | undefined {
  if (hour !== undefined) return hour;
  if (hour12 === undefined) return undefined;
  return pm === undefined ? hour12 : (hour12 % 12) + 12 * pm;
}

type Reading = { length: number; parts: DateParts };
type Reader = (text: string, at: number) => Reading[];

/** The number that so many digits at a place are; -1 where they are not all digits. */
function numberAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let place = at; place < at + length; place += 1) {
    const digit = text.charCodeAt(place) - 0x30;
    // Behind the end of the text it is NaN.
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = 10 * value + digit;
  }
  return value;
}

/** A number of so many digits, within limits. */
const digits =
  (part: keyof DateParts, least: number, most: number, lengths: readonly number[], plus = 0): Reader =>
  (text, at) => {
    const found: Reading[] = [];
    for (const length of lengths) {
      const value = numberAt(text, at, length);
      if (value >= least && value <= most) found.push({ length, parts: { [part]: value + plus } });
    }
    return found;
  };

const words =
  (known: ReadonlyMap<string, number>): Reader =>
  (text, at) =>
    [...known].flatMap(([word, month]) =>
      text.slice(at, at + word.length).toLowerCase() === word ? [{ length: word.length, parts: { month } }] : [],
    );

const readings: Record<TokenName, Reader> = {
  YYYY: digits('year', 1970, 2999, [4]),
  YY: digits('year', 0, 99, [2], 2000),
  MMMM: words(monthNames),
  MMM: words(monthShorts),
  MM: digits('month', 1, 12, [2]),
  M: digits('month', 1, 12, [1, 2]),
  DD: digits('day', 1, 31, [2]),
  D: digits('day', 1, 31, [1, 2]),
  HH: digits('hour', 0, 23, [2]),
  H: digits('hour', 0, 23, [1, 2]),
  hh: digits('hour12', 1, 12, [2]),
  h: digits('hour12', 1, 12, [1, 2]),
  mm: digits('minute', 0, 59, [2]),
  ss: digits('second', 0, 59, [2]),
  SSS: digits('ms', 0, 999, [3]),
  A(text, at) {
    const [found, letter] = text.slice(at, at + 4).match(/^([ap])(?:m|\.m\.)/i) ?? [];
    return found === undefined ? [] : [{ length: found.length, parts: { pm: letter?.toLowerCase() === 'p' ? 1 : 0 } }];
  },
  Z(text, at) {
    if (/^z(?![a-z\d])/i.test(text.slice(at, at + 2))) return [{ length: 1, parts: { offset: 0 } }];
    const [found, sign, hours = '', minutes = '00'] = text.slice(at, at + 6).match(/^([+-])(\d\d):?([0-5]\d)?/) ?? [];
    if (found === undefined || Number(hours) > 14) return [];
    const offset = Number(hours) * 60 + Number(minutes);
    return [{ length: found.length, parts: { offset: sign === '-' && offset > 0 ? -offset : offset } }];
  },
};
