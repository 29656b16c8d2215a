import { hourMs, minuteMs } from '@shared/duration';
import { isoInZone, readTime } from '../../../../zones';
import { doubt } from './parties';
import type { CallRecord, ClockPair } from './record';

const quarterMs = 15 * minuteMs;
/** The zones furthest from UTC. */
const [mostWestMs, mostEastMs] = [-12 * hourMs, 14 * hourMs];

/** The clock of a phone system in a unique id such as `1773063128.45` or `pbx-1773063128.45`, in ms. */
export function clockInId(id: string | undefined): number | undefined {
  const seconds = /^(?:[^\s,]*-)?(1\d{9})\.\d{1,8}$/.exec(id ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** A recording begins when the call does, or within a quarter of an hour. */
const isBehind = (clock: number, time: number): boolean => time - clock > -1_000 && time - clock <= quarterMs;

/** Notes a doubt about a local time that fits the clock of the phone system in another zone only. Returns both for a question. */
export function checkClock(record: CallRecord, clock: number | undefined, zone: string): ClockPair | undefined {
  const { setup_time, is_local } = record;
  if (clock === undefined || setup_time === null || !is_local) return undefined;
  const wall = Date.parse(`${isoInZone(setup_time, zone).slice(0, 19)}Z`);
  // An id of another time says nothing.
  if (wall - clock < mostWestMs || wall - clock > mostEastMs + quarterMs) return undefined;
  if (!isBehind(clock, setup_time)) doubt(record, 'setup_time', 'zone_differs');
  return { wall, clock };
}

/** Whether all pairs are of this zone. */
const fitsZone = (pairs: readonly ClockPair[], zone: string): boolean =>
  pairs.every(({ wall, clock }) => {
    const time = readTime(new Date(wall).toISOString().slice(0, 19), zone);
    return time !== undefined && isBehind(clock, time.ms);
  });

/** Zones of many sites, which are offered after those of the site itself. */
const usual =
  'UTC Europe/London Europe/Berlin Europe/Athens Europe/Moscow Asia/Dubai Asia/Kolkata Asia/Singapore Asia/Tokyo Australia/Sydney America/New_York America/Chicago America/Denver America/Los_Angeles America/Sao_Paulo'.split(
    ' ',
  );
const mostZones = 10;

/** The zones that fit all pairs, if the present one does not. */
export function otherZones(pairs: readonly ClockPair[], zone: string, known: readonly string[]): string[] {
  if (pairs.length === 0 || fitsZone(pairs, zone)) return [];
  return [...new Set([...known, ...usual])].filter((one) => fitsZone(pairs, one)).slice(0, mostZones);
}
