import { parse } from 'node:path';
import { readTime } from '../../../zones';
import { type CallRecord, directionByLength, emptyRecord, readDirection } from './record';

const date =
  /(?<!\d)(20\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])[-_T. ]?([01]\d|2[0-3])[-_:.h]?([0-5]\d)[-_:.m]?([0-5]\d)(?!\d)/g;
const uniqueId = /(?<!\d)(\d{10}\.\d{1,8})(?!\d)/;
const number = /(?<![\d.])(\+?\d{3,15})(?![\d.])/g;
const direction = /^(in|out|inbound|outbound|incoming|outgoing)[-_]/i;

/**
 * What a recording's name says when no record names it: date and time, up to two numbers, the direction in front
 * (`out-<to>-<from>-20250221-175151-1740160311.29.wav` as FreePBX writes it, else `<date>_<from>_<to>`).
 */
export function readFileName(name: string, timezone: string): CallRecord {
  const record = emptyRecord();
  let rest = parse(name).name;
  const way = rest.match(direction)?.[1];
  const id = rest.match(uniqueId)?.[1];
  if (id) rest = rest.replace(id, ' ');
  // A phone number may look like a date; behind a direction, the numbers come first.
  const [all, ...parts] = [...rest.matchAll(date)].at(way ? -1 : 0) ?? [];
  if (all) {
    const [y, mo, d, h, mi, s] = parts;
    record.setup_time = readTime(`${y}-${mo}-${d}T${h}:${mi}:${s}`, timezone)?.ms ?? null;
    if (record.setup_time !== null) rest = rest.replace(all, ' ');
  }
  const [first, second] = [...rest.matchAll(number)].map((match) => match[1]);
  const [from, to] = way ? [second, first] : [first, second];
  if (from) record.fields.from_number = from;
  if (to) record.fields.to_number = to;
  if (id) record.fields.protocol_call_id = id;
  record.direction = way ? readDirection(way) : directionByLength(from, to);
  return record;
}

const sides: [RegExp, 'agent' | 'customer'][] = [
  [/[-_. ](agent|tx|out|callee|left|b|leg2)$/i, 'agent'],
  [/[-_. ](customer|caller|client|rx|in|right|a|leg1)$/i, 'customer'],
];

/** The side of a call that a file's name ends with (`…-in.wav`, `…-out.wav`), and the name without it. */
export function legOf(name: string): { stem: string; side: 'agent' | 'customer' } | undefined {
  const stem = parse(name).name;
  for (const [ending, side] of sides) if (ending.test(stem)) return { stem: stem.replace(ending, ''), side };
  return undefined;
}
