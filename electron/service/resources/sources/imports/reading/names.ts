import { CallDirection } from '@shared/codes';
import { hourMs } from '@shared/duration';
import { type DateParts, timeOfParts, together } from '@shared/patterns/dates';
import { type Fit, match } from '@shared/patterns/match';
import { isFault, type Pattern, parsePattern } from '@shared/patterns/parse';
import { directionSigns, directions } from '@shared/patterns/words';
import { reason } from '@shared/reasons/reasons';
import { readTime } from '../../../../zones';
import { checkClock, clockInId } from '../metadata/clock';
import { directionBySides, doubt, numbered, type Party, setParties } from '../metadata/parties';
import { type CallRecord, emptyRecord, type Leg, quoted, readLeg } from '../metadata/record';

/** What a preset says about names, as the API has it. */
export type NamePreset = { internal_digits: number; names: readonly { pattern: string; direction: string | null }[] };
type Rule = { text: string; pattern: Pattern; direction: number | undefined };
/** The compiled rules of a preset, in order. */
export type NameRules = { rules: readonly Rule[]; internal_digits: number };

const codes: Readonly<Record<string, number>> = {
  inbound: CallDirection.inbound,
  outbound: CallDirection.outbound,
  internal: CallDirection.unknown,
};

/** The rules for the names of recordings in a preset. */
export const nameRules = ({ names, internal_digits }: NamePreset): NameRules => ({
  internal_digits,
  rules: names.flatMap(({ pattern: text, direction }) => {
    const pattern = parsePattern(text);
    return isFault(pattern) ? [] : [{ text, pattern, direction: direction === null ? undefined : codes[direction] }];
  }),
});

/** The zone of times without an offset, and the extensions of the tenant's users. */
export type NameContext = { timezone: string; extensions: ReadonlySet<string> };
/** What a name says: the record of its call, and the pattern it fits. `side` is that of a file with one side of the call. */
export type NameReading = {
  record: CallRecord;
  pattern: string;
  /** Whether the name has a day without a time of day. */
  isDay: boolean;
  leg?: Leg;
};

/** Reads the path of a recording by the first pattern that it fits; undefined when it fits none. */
export function readByRules(
  { rules, internal_digits }: NameRules,
  path: string,
  context: NameContext,
): NameReading | undefined {
  for (const { text, pattern, direction } of rules) {
    const fit = match(pattern, path);
    const reading = fit && readingOf(fit, { ...context, internal_digits, direction });
    if (reading) return { ...reading, pattern: text };
  }
  return undefined;
}

type Rules = NameContext & { internal_digits: number; direction: number | undefined };

/** What the parts of a name say; undefined when its date and the clock of its id are not of one day. */
function readingOf({ found }: Fit, rules: Rules): Omit<NameReading, 'pattern'> | undefined {
  const record = emptyRecord();
  const texts = new Map<string, string>();
  let date: DateParts = {};
  let isTimeClear = true;
  for (const { part, value } of found) {
    if (part.tokens || part.name === 'unix' || part.name === 'unix_ms') {
      isTimeClear &&= value !== undefined;
      if (typeof value === 'object') date = together(date, value) ?? date;
    }
    if (value === undefined) doubt(record, fieldOf(part.name, part.custom), 'pattern_ambiguous');
    else if (part.custom !== undefined && typeof value === 'string') record.custom_fields[part.custom] = value;
    else if (typeof value === 'string') texts.set(part.name, value);
  }
  for (const [name, field] of Object.entries(plainFields)) {
    const text = texts.get(name);
    if (text !== undefined) record.fields[field] = name === 'interaction' ? text.toLowerCase() : text;
  }
  const category = texts.get('category');
  if (category !== undefined) record.categories = [category];
  setDirection(record, texts, rules);
  setSides(record, texts, rules);
  const clocks = writtenClocks(texts);
  const isDay = isTimeClear && setTime(record, date, clocks[0] ?? clockInId(texts.get('id')), rules.timezone);
  if (clocks.some((clock) => record.setup_time !== null && Math.abs(record.setup_time - clock) > apartMs))
    return undefined;
  const leg = readLeg(texts.get('leg') ?? '');
  return { record, isDay, ...(leg && { leg }) };
}

/** Placeholders whose text is a field as it is. */
const plainFields = {
  agent: 'agent_name',
  agent_id: 'agent_id',
  id: 'protocol_call_id',
  tracking_id: 'protocol_tracking_id',
  interaction: 'interaction_id',
  queue: 'acd_number',
  queue_name: 'acd_name',
} as const;

const fields: Readonly<Record<string, string>> = {
  ...plainFields,
  from: 'from_number',
  to: 'to_number',
  other: 'from_number',
  own: 'to_number',
  from_name: 'from_name',
  to_name: 'to_name',
  other_name: 'from_name',
  category: 'categories',
  direction: 'direction',
  leg: 'direction',
};
const fieldOf = (name: string, custom: string | undefined): string =>
  custom === undefined ? (fields[name] ?? 'setup_time') : `custom.${custom}`;

/** The direction that the pattern or a word gives; otherwise exactly one side that is inside decides. */
function setDirection(record: CallRecord, texts: ReadonlyMap<string, string>, rules: Rules): void {
  const word = texts.get('direction')?.toLowerCase();
  const said = word === undefined ? undefined : (directions.get(word) ?? directionSigns.get(word));
  const [from, to] = [texts.get('from'), texts.get('to') ?? texts.get('queue')];
  record.direction = said ?? rules.direction ?? directionBySides(partyIn(from), partyIn(to), rules);
}

/** Numbers and names of both sides. */
function setSides(record: CallRecord, texts: ReadonlyMap<string, string>, rules: Rules): void {
  const party = (side: string): Party => ({ ...partyIn(texts.get(side)), name: texts.get(`${side}_name`) });
  const [from, to, other, own] = [party('from'), party('to'), party('other'), party('own')];
  const said = [...texts.keys()];
  setParties(record, { from, to, other, own, isOwnFirst: said.indexOf('own') < said.indexOf('other') }, rules);
  const queue = partyIn(texts.get('queue')).number;
  if (queue !== undefined) record.fields.to_number ??= queue;
}

/** A number as it is written; that of a SIP or telephone address. */
function partyIn(text: string | undefined): Party {
  const written = text?.trim();
  if (written === undefined) return {};
  return numbered(written) ?? { number: written };
}

/** Sets the time of the call. Whether only a day is known. */
function setTime(record: CallRecord, date: DateParts, clock: number | undefined, timezone: string): boolean {
  const said = timeOfParts(date);
  if (!said) {
    if (clock !== undefined) record.setup_time = clock;
    return false;
  }
  const { day, clock: time = '00:00:00', offset = '' } = said;
  const read = readTime(`${day}T${time}${offset}`, timezone);
  if (!read) {
    record.notes.push(reason('unreadable', { field: 'setup_time', value: quoted(`${day} ${time}`) }));
    return false;
  }
  record.setup_time = read.ms;
  record.is_local = read.isLocal;
  if (said.clock === undefined) {
    record.notes.push(reason('day_only', { field: 'setup_time', value: day }));
    return true;
  }
  if (read.note === 'repeated') record.notes.push(reason('repeated_hour', { field: 'setup_time' }));
  if (read.note === 'skipped') record.notes.push(reason('skipped_hour', { field: 'setup_time' }));
  record.clock = checkClock(record, clock, timezone);
  return false;
}

/** Times of one call are no further apart, in whatever zones they are. */
const apartMs = 26 * hourMs;

/** The Unix times in a name, in ms; 0 is none. */
function writtenClocks(texts: ReadonlyMap<string, string>): number[] {
  const [ms, seconds] = [texts.get('unix_ms'), texts.get('unix')];
  return [Number(ms ?? 0), Number(seconds?.slice(0, 10) ?? 0) * 1000].filter((clock) => clock > 0);
}
