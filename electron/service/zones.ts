import { dayMs } from '@shared/duration';
import { isKeptTime } from '@shared/moments';
import { Temporal } from 'temporal-polyfill';

const quarterHourMs = 900_000;
const offsets = new Map<string, Map<number, number>>();

const minutesAt = (ms: number, zone: string): number =>
  Math.round(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9);

/**
 * Minutes east of UTC in `zone` at an instant. Nearly all offsets change at quarter hours, so one lookup serves a
 * quarter that begins and ends with the same offset. Newfoundland and Labrador changed theirs at 00:01 for decades.
 */
function offsetMinutes(ms: number, zone: string): number {
  const quarter = Math.floor(ms / quarterHourMs);
  let known = offsets.get(zone);
  if (!known || known.size > 50_000) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = minutesAt(quarter * quarterHourMs, zone);
    if (offset !== minutesAt((quarter + 1) * quarterHourMs - 1, zone)) return minutesAt(ms, zone);
    known.set(quarter, offset);
  }
  return offset;
}

const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const dates = new Map<number, string>();

/** `2026-11-20T` for a number of days since 1970. Cached, because the times of a list fall on few days. */
function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size > 50_000) dates.clear();
    date = new Date(day * dayMs).toISOString().slice(0, 11);
    dates.set(day, date);
  }
  return date;
}

/** ISO 8601 with the zone's offset, whole seconds: `2026-11-20T14:32:08+00:00`. */
export function isoInZone(ms: number, zone: string): string {
  const offset = offsetMinutes(ms, zone);
  const local = Math.floor(ms / 1000) + offset * 60;
  const day = Math.floor(local / 86_400);
  const second = local - day * 86_400;
  const minute = Math.floor(second / 60);
  const time = `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`;
  const east = Math.abs(offset);
  return `${dateOf(day)}${time}${offset < 0 ? '-' : '+'}${twoDigits[Math.floor(east / 60)]}:${twoDigits[east % 60]}`;
}

/** ISO 8601 with the zone's offset and microseconds: `2026-11-20T14:32:08.125000+00:00`. */
export function isoMicrosecondsInZone(ms: number, zone: string): string {
  const seconds = isoInZone(ms, zone);
  const thousandths = String(ms - Math.floor(ms / 1000) * 1000).padStart(3, '0');
  return `${seconds.slice(0, 19)}.${thousandths}000${seconds.slice(19)}`;
}

/** How far local time in `zone` is ahead of UTC at an instant, and the first ms at which that changes. */
export function offsetSpan(ms: number, zone: string): { offsetMs: number; untilMs: number } {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const untilMs = at.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return { offsetMs: at.offsetNanoseconds / 1e6, untilMs };
}

/**
 * The first ms of a local day in `zone`; undefined for a day that does not exist. `day` is `YYYY/MM/DD` or
 * `YYYY-MM-DD`.
 */
export function startOfDay(day: string, zone: string, daysLater = 0): number | undefined {
  const [year, month, date] = day.split(/[/-]/).map(Number) as [number, number, number];
  try {
    const plain = Temporal.PlainDate.from({ year, month, day: date }, { overflow: 'reject' }).add({ days: daysLater });
    return plain.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** `isLocal`: the text had no offset, so the zone applied. */
export type ReadTime = { ms: number; isLocal: boolean; note?: 'repeated' | 'skipped' };

/** A time with UTC or an offset after it, perhaps after a space: `17:51:51 +0100`, `17:51:51 UTC`, `17:51 GMT+1`. */
const zonedTime = /^(.*\d[ T]\d\d\S*?) ?(UTC?|GMT|Z)? ?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/i;
const longestTime = 100;

/** ISO 8601 without an offset. */
const localTime = /^[\d-]+(T[\d:.,]+)?$/i;

/**
 * Reads a date-time in the formats of call records. With an offset it is exact, as in `2026-11-20 14:32:08+01` or
 * `2026-11-20T14:32:08+01:00[Europe/Berlin]` (RFC 9557); it may follow a space. Without one it is read in `zone`, and a
 * time that occurs twice or not at all at a clock change gets the later offset and a note. Undefined when the text is
 * not a date-time, or outside the years 1900 to 2199.
 */
export function readTime(text: string, zone: string): ReadTime | undefined {
  const time = anyTime(text, zone);
  return time && isKeptTime(time.ms) ? time : undefined;
}

function anyTime(text: string, zone: string): ReadTime | undefined {
  const trimmed = text.trim();
  // This also bounds the time that patterns take.
  if (trimmed.length > longestTime) return undefined;
  const [, time = trimmed, utc, sign, hours = '', minutes = '00'] = trimmed.match(zonedTime) ?? [];
  const offset = sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : utc ? 'Z' : '';
  const iso = `${time}${offset}`.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3').replace(' ', 'T');
  try {
    // PlainDateTime would ignore an offset.
    if (!localTime.test(iso)) return { ms: Temporal.Instant.from(iso).epochMilliseconds, isLocal: false };
    const plain = Temporal.PlainDateTime.from(iso);
    const early = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
    const late = plain.toZonedDateTime(zone, { disambiguation: 'later' });
    if (early.epochMilliseconds === late.epochMilliseconds) return { ms: early.epochMilliseconds, isLocal: true };
    if (late.toPlainDateTime().equals(plain)) return { ms: late.epochMilliseconds, isLocal: true, note: 'repeated' };
    // The later offset is the one after the change. For a skipped time it gives the earlier instant.
    return { ms: early.epochMilliseconds, isLocal: true, note: 'skipped' };
  } catch {
    return undefined;
  }
}
