import { parseAbsolute, today } from '@internationalized/date';
import { dayMs, minuteMs, wholeSeconds } from '@shared/duration';

/**
 * The API sends times in the user's zone, so the local time is read from the text without a time zone table of this
 * machine. `now` is converted to the same offset.
 */
const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

type Wall = { ms: number; offsetMs: number };

function wallOf(timestamp: string): Wall {
  const [, local = '', zone = 'Z'] = parts.exec(timestamp) ?? [];
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return { ms: Date.parse(`${local}Z`), offsetMs };
}

/** The same moment with the offset of a zone, as the API writes times: `2026-11-20T14:32:08+01:00`. */
export const inZone = (timestamp: string, zone: string): string =>
  // In UTC, because the library mistakes offsets such as -03:30.
  parseAbsolute(new Date(timestamp).toISOString(), zone)
    .toString()
    .replace(/\[.*\]$/, '');

const formats = new Map<string, Intl.DateTimeFormat>();
function format(locale: string, options: Intl.DateTimeFormatOptions, ms: number): string {
  const key = locale + JSON.stringify(options);
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, found);
  // British short months have three letters, except for September.
  return found.format(ms).replace('Sept', 'Sep');
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const isGerman = (locale: string) => locale.startsWith('de');

/** `Today 14:32`, `Thu 17:36` within six days, `13 Nov, 09:41` within the year, else `13 Nov 2024`. */
export const startedText = (timestamp: string, locale: string, todayWord: string, now = Date.now()): string =>
  startedWith(time, timestamp, locale, todayWord, now);

/** `Today 14:32:08`, `Thu 17:36:41`, `13 Nov, 09:41:00`, `13 Nov 2024, 09:41:00`. */
export const startedExactlyText = (timestamp: string, locale: string, todayWord: string, now = Date.now()): string =>
  startedWith({ ...time, second: '2-digit' }, timestamp, locale, todayWord, now);

function startedWith(
  shown: Intl.DateTimeFormatOptions,
  timestamp: string,
  locale: string,
  todayWord: string,
  now: number,
): string {
  const { ms, offsetMs } = wallOf(timestamp);
  const clock = format(locale, shown, ms);
  const days = Math.floor((now + offsetMs) / dayMs) - Math.floor(ms / dayMs);
  if (days === 0) return `${todayWord} ${clock}`;
  if (days > 0 && days < 7) return `${format(locale, { weekday: 'short' }, ms).replace('.', '')} ${clock}`;
  const isThisYear = new Date(now + offsetMs).getUTCFullYear() === new Date(ms).getUTCFullYear();
  const month = isGerman(locale) ? '2-digit' : 'short';
  const day = { day: isGerman(locale) ? '2-digit' : 'numeric', month } as const;
  if (isThisYear) return `${format(locale, day, ms)}, ${clock}`;
  const dayOfYear = format(locale, { ...day, year: 'numeric' }, ms);
  return shown.second ? `${dayOfYear}, ${clock}` : dayOfYear;
}

/** 2026-11-16 was a Monday. */
const mondayMs = Date.UTC(2026, 10, 16);

/** `Friday`, for a day of the week from 1 (Monday) to 7. */
export const weekdayText = (weekday: number, locale: string): string =>
  format(locale, { weekday: 'long' }, mondayMs + (weekday - 1) * dayMs);

/** `Fri 20 Nov 2026, 14:32:08`. */
export function fullText(timestamp: string, locale: string): string {
  const { ms } = wallOf(timestamp);
  const day = format(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, ms);
  return `${isGerman(locale) ? day : day.replace(',', '')}, ${format(locale, { ...time, second: '2-digit' }, ms)}`;
}

/** `Thu 19 Nov, 12:00`, with the year if it is another one. */
export function dueText(timestamp: string, locale: string, now = Date.now()): string {
  const { ms, offsetMs } = wallOf(timestamp);
  const isThisYear = new Date(now + offsetMs).getUTCFullYear() === new Date(ms).getUTCFullYear();
  const month = isGerman(locale) ? '2-digit' : 'short';
  const options = { weekday: 'short', day: isGerman(locale) ? '2-digit' : 'numeric', month } as const;
  const day = format(locale, isThisYear ? options : { ...options, year: 'numeric' }, ms);
  // "Thu, 19 Nov" and "Do., 19.11.": the comma is before the clock.
  return `${day.replace(/\.?,/, '')}, ${format(locale, time, ms)}`;
}

/** How many days are left by the calendar; 0 on the day itself and after it. */
export function daysLeft(timestamp: string, now = Date.now()): number {
  const { ms, offsetMs } = wallOf(timestamp);
  return Math.max(0, Math.floor(ms / dayMs) - Math.floor((now + offsetMs) / dayMs));
}

/** `in 12 days`, `tomorrow`, `today`. */
export const inDaysText = (days: number, locale: string): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** `20 Nov 2026`. */
export const dayText = (timestamp: string, locale: string): string =>
  format(locale, { day: 'numeric', month: 'short', year: 'numeric' }, wallOf(timestamp).ms);

/** `Fri 20 November 2026`, for a day as `2026-11-20`. */
export function longDayText(day: string, locale: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const text = format(locale, options, Date.parse(`${day}T00:00:00Z`));
  return isGerman(locale) ? text : text.replace(',', '');
}

/** `14:32:08`. */
export const clockText = (timestamp: string, locale: string): string =>
  format(locale, { ...time, second: '2-digit' }, wallOf(timestamp).ms);

/** `16–20 Nov` for two days as `2026-11-16`; with the year if it differs from that of `thisDay`. */
export function rangeText(from: string, to: string, locale: string, thisDay: string): string {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const thisYear = thisDay.slice(0, 4);
  const year = from.startsWith(thisYear) && to.startsWith(thisYear) ? {} : ({ year: 'numeric' } as const);
  const shown = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' });
  return shown.formatRange(first, last).replace(/\s–\s(?=\d+\s)/, '–');
}

/** The name of the zone: `London` for Europe/London; without a name the offset, `UTC+1`. */
export function zoneText(timestamp: string, timezone: string): string {
  if (timezone.includes('/')) return timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const minutes = wallOf(timestamp).offsetMs / minuteMs;
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${rest}` : ''}`;
}

/** A length in seconds, rounded: `6:42`, from one hour `1:06:42`. */
export function lengthText(length: number): string {
  const seconds = wholeSeconds(Math.max(0, length) * 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Today in a zone as `2026-11-20`, plus or minus whole days. */
export const dayIn = (zone: string, daysFromToday = 0): string => today(zone).add({ days: daysFromToday }).toString();
