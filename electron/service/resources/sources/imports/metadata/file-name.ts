import { parse } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { readTime } from '../../../../zones';
import { directionBySides, insideByDefault } from './parties';
import { type CallRecord, emptyRecord, readDirection } from './record';

const dateTime =
  /(?<!\d)(20\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])[-_T. ]?([01]\d|2[0-3])[-_:.h]?([0-5]\d)[-_:.m]?([0-5]\d)(?!\d)/g;
const uniqueId = /(?<![\d.])(\d{10}\.\d{1,8})(?![\d.])/;

/** `out-<to>-<from>-<date>-<unique id>`, the form of FreePBX; the id is optional. */
const phoneSystem = /^(in|out|inbound|outbound|incoming|outgoing)[-_](\+?\d{3,15})[-_](\+?\d{3,15})[-_]+$/i;
/** `<date>_<from>_<to>`. */
const dated = /^[-_ ]+(\+?\d{3,15})[-_ ](\+?\d{3,15})$/;

/**
 * Reads the details in a recording's name when no record names it: a full date and time, and numbers and direction only
 * in the complete form that phone systems write. Other numbers in a name have no known meaning and are not interpreted.
 */
export function readFileName(name: string, timezone: string): CallRecord {
  const record = emptyRecord();
  const whole = parse(name).name;
  const id = whole.match(uniqueId)?.[1];
  const plain = id ? whole.replace(id, '') : whole;
  const isDirected = /^(in|out)/i.test(plain);
  // A phone number may look like a date. After a direction, the numbers come first.
  const found = [...plain.matchAll(dateTime)].at(isDirected ? -1 : 0);
  if (!found) return record;
  const [all, y, mo, d, h, mi, s] = found;
  const after = plain.slice(found.index + all.length);
  const { offset, length, unclear } = offsetIn(after);
  const time = readTime(`${y}-${mo}-${d}T${h}:${mi}:${s}${offset}`, timezone);
  if (!time) return record;
  record.setup_time = time.ms;
  record.is_local = time.isLocal;
  if (time.note === 'repeated') record.notes.push(reason('repeated_hour', { field: 'setup_time' }));
  if (time.note === 'skipped') record.notes.push(reason('skipped_hour', { field: 'setup_time' }));
  if (unclear !== undefined) record.notes.push(reason('note_no_offset', { value: unclear }));
  const rest = plain.slice(0, found.index) + after.slice(length);
  const [, way = '', to, from] = rest.match(phoneSystem) ?? [];
  const [, caller, called] = rest.match(dated) ?? [];
  const numbers = way ? { from, to } : { from: caller, to: called };
  if (!numbers.from || !numbers.to) return record;
  record.fields = {
    from_number: numbers.from,
    to_number: numbers.to,
    ...(id && { protocol_call_id: id }),
  };
  record.direction = way
    ? readDirection(way)
    : directionBySides({ number: numbers.from }, { number: numbers.to }, insideByDefault);
  return record;
}

/** A fraction of a second, and UTC or an offset, as they may follow the time in a name. */
const afterTime =
  /^(?:[.,]\d{1,9}(?!\d))?(?: ?(Z|[-_]?(?:UTC|GMT))(?![a-z\d]|[+-]\d{1,2}(?:\D|$))| ?([+-])(\d\d)(?:([:.h_-]?)([0-5]\d))?(?!\d))?/i;
/** Offsets west of UTC that are no usual extensions. */
const west = /^(0[1-9]00|0[2349]30)$/;

/**
 * The offset after the time in a name, and the length of what belongs to the time. After a dash, `1000` is rather an
 * extension, `05` a counter: then it is `unclear` unless a fraction precedes it.
 */
function offsetIn(text: string): { offset: string; length: number; unclear?: string } {
  const [all = '', utc, sign, hours = '', between, minutes = ''] = text.match(afterTime) ?? [];
  if (utc !== undefined) return { offset: 'Z', length: all.length };
  if (sign === undefined) return { offset: '', length: all.length };
  const isOffset = Number(hours) <= 14 && ['', '00', '15', '30', '45'].includes(minutes);
  const isClear =
    sign === '+' || (minutes !== '' && (/^[.,]/.test(all) || (between === '' && west.test(hours + minutes))));
  if (isOffset && isClear) return { offset: `${sign}${hours}:${minutes || '00'}`, length: all.length };
  return { offset: '', length: 0, ...(isOffset && minutes !== '' && { unclear: all.trim() }) };
}

/** The words for the agent's side at the end of a name, and those for the customer's side that they make a pair with. */
const pairs: [agent: string, customer: string][] = [
  ['agent|callee', 'customer|caller|client'],
  ['tx', 'rx'],
  ['out', 'in'],
  ['left', 'right'],
  ['b', 'a'],
  ['leg2', 'leg1'],
];
const endings = pairs.map(([agent, customer]) => new RegExp(`[-_. ](?:(${agent})|(?:${customer}))$`, 'i'));

/**
 * The side of a call at the end of a file's name (`…-in.wav`, `…-out.wav`), and the name without it. Only words of the same
 * `pair` are the two sides of a call.
 */
export function legOf(name: string): { stem: string; side: 'agent' | 'customer'; pair: number } | undefined {
  const stem = parse(name).name;
  for (const [pair, ending] of endings.entries()) {
    const [end, agent] = stem.match(ending) ?? [];
    if (end) return { stem: stem.slice(0, -end.length), side: agent ? 'agent' : 'customer', pair };
  }
  return undefined;
}
