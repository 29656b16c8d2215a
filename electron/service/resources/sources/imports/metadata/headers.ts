import { callTextFields } from '@shared/call-fields';
import type { ImportPreset } from '@shared/contract/import-presets';
import type { ImportReading } from '@shared/contract/import-reading';
import { type ColumnForm, type DateForm, isDateForm, isImportField, isPartyField } from '@shared/import-fields';
import { type Reason, reason } from '@shared/reasons/reasons';
import { byAlias } from './aliases';
import { checkClock, clockInId } from './clock';
import { withinLimits } from './limits';
import {
  directionBySides,
  type InsideRules,
  insideByDefault,
  numbered,
  type Party,
  readParty,
  setParties,
} from './parties';
import { type CallRecord, emptyRecord, quoted, readDirection, readLeg } from './record';
import {
  isTime,
  type LengthUnit,
  notUnderstood,
  readSeconds,
  setField,
  setTimes,
  type TimeCells,
  textOf,
} from './values';

/** What a preset says about files of one kind, with its zone. */
export type DetailsRules = ImportPreset['details'][number] & {
  timezone: string | null;
  /** Other lists of columns of the same preset, for files without a header. */
  more?: readonly ImportPreset['details'][number][];
};
/** The form of a column of times, null if none is decided, and the zone of its times without an offset. */
export type ColumnTimes = Readonly<Record<string, { form: DateForm | null; zone: string }>>;
/**
 * How files of call details are read: the import's zone and mapping, what a preset says about this kind of file, the decided
 * forms of its columns of times, and which numbers are inside.
 */
export type ReadOptions = {
  timezone: string;
  mapping: Record<string, string>;
  details?: DetailsRules | undefined;
  times?: ColumnTimes | undefined;
  inside?: InsideRules | undefined;
};

/** A custom field without a name, which is refused like one that does not exist. */
const unnamed = 'custom.';

const plainFields = new Set<string>([
  'file',
  'duration',
  'direction',
  'categories',
  'setup_time',
  'connect_time',
  'disconnect_time',
  ...callTextFields,
]);

/** Whether a mapping can set this field of a call: a field by its wire name, or `custom.<name>`. */
export const isField = (name: string): boolean => plainFields.has(name) || isImportField(name);

/** A column name, as names are compared: without case, spaces, dashes and underscores. */
export const folded = (column: string): string => column.toLowerCase().replace(/[\s_-]/g, '');

/** A zone or a unit at the end of a column's name. */
const ending =
  /[\s_]*[([]?\b(?<utc>utc|gmt)(?<offset>[+-]\d{1,2}(?::?\d{2})?)?\b[)\]]?$|[\s_]+[([]?(?<unit>ms|msec|millisec\w*|s|secs?|seconds|sek\w*|mins?|minutes|minuten)\.?[)\]]?$/i;

/** A column's name without its zone or unit, and what these are. */
function partsOf(name: string): { plain: string; zone?: string; unit?: LengthUnit } {
  const found = ending.exec(name.replaceAll('_', ' '));
  if (!found?.groups || found.index === 0) return { plain: folded(name) };
  const { utc, offset, unit = '' } = found.groups;
  const plain = folded(name.slice(0, found.index));
  if (utc) return { plain, zone: offset ? zoneOf(offset) : 'UTC' };
  return { plain, unit: /^m(s|sec|ill)/i.test(unit) ? 'ms' : /^m/i.test(unit) ? 'minutes' : 'seconds' };
}

function zoneOf(offset: string): string {
  const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? [];
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

const own = new Map([...plainFields].map((field) => [folded(field), field]));

/** The columns of a file of records. */
export type Columns = {
  /** How many of them are known. */
  known: number;
  /** The names of those that no field takes; none where a preset knows the file. */
  unused: string[];
  /** All columns in the order of the file, with their fields; undefined: none takes it. */
  all: readonly NamedColumn[];
  /** Whether a row has as many cells; more that are empty say nothing. */
  fits(cells: readonly string[]): boolean;
  /** The record of a row. In JSON, the categories are a list of their own. */
  read(cells: readonly string[], categories?: readonly string[]): CallRecord;
};
/** A column; `zone` is the one in its name. */
export type NamedColumn = {
  place: number;
  name: string;
  field: string | undefined;
  because: NonNullable<ImportReading['columns'][number]['because']> | undefined;
  form: ColumnForm | null;
  zone: string | undefined;
};
type Column = NamedColumn & {
  field: string;
  mayDiffer: boolean;
  order: number;
  values: ReadonlyMap<string, string> | undefined;
};

/** What a preset says goes before a column's own name. */
const afterPresets = 1_000;
/** Names of the time at which a record was made. An answer is rather the time of a call. */
const lateOrder = afterPresets + 4;

/** Fields of which one is enough. */
const groupOf = (field: string): string =>
  /^(from|to)(_number|_name)?$/.test(field)
    ? (field.split('_')[0] ?? field)
    : field === 'date' || field === 'time'
      ? 'setup_time'
      : field;

/** What each column with one of these names means, whether or not they are those of calls. */
export function meaningsOf(names: readonly string[], options: ReadOptions): Meaning[] {
  const { details } = options;
  const mapped = new Map(
    details?.mapping.map((entry, order) => [folded(entry.from), { ...entry, order: order + 1 }] as const),
  );
  const told = new Set(details?.mapping.map(({ field }) => groupOf(field)));
  const places = names.map((name, place) => columnOf(name, place, mapped, told, options));
  const hasTalk = places.some(({ field, because }) => field === 'duration' && because !== 'name');
  const isAnswerTold = places.some(({ field }) => field === 'disposition');
  for (const column of places)
    if (column.field === 'whole_duration' && !hasTalk && !isAnswerTold) column.field = 'duration';
  return places;
}

/** The columns with these names; undefined when none identifies a call or a file. */
export function columnsOf(names: readonly string[], options: ReadOptions): Columns | undefined {
  const { details } = options;
  const places = meaningsOf(names, options);
  const columns = places
    .filter((column): column is Column => Boolean(column.field))
    .sort((a, b) => a.order - b.order || a.place - b.place);
  if (!columns.some(({ field }) => ['file', 'setup_time', 'date', 'connect_time'].includes(field))) return undefined;
  const width = names.findLastIndex((name) => name !== '') + 1;
  return {
    known: places.filter(({ field }) => field !== undefined).length,
    unused: details ? [] : places.flatMap(({ field, name }) => (field === undefined && name) || []),
    all: places,
    fits: (cells) => cells.length >= width && cells.slice(width).every((cell) => cell.trim() === ''),
    read: (cells, categories = []) => read(columns, cells, categories, width, options),
  };
}

type Mapped = ReadonlyMap<string, DetailsRules['mapping'][number] & { order: number }>;
type Meaning = Omit<Column, 'field'> & { field: string | undefined };

function columnOf(
  name: string,
  place: number,
  mapped: Mapped,
  told: ReadonlySet<string>,
  { mapping }: ReadOptions,
): Meaning {
  const { plain, zone, unit = null } = partsOf(name);
  const column: Meaning = {
    place,
    name,
    zone,
    form: unit,
    field: undefined,
    because: undefined,
    values: undefined,
    mayDiffer: false,
    order: 0,
  };
  // A column may have the name of an object property, such as `constructor`.
  if (Object.hasOwn(mapping, name)) return { ...column, field: mapping[name], because: 'given' };
  const preset = mapped.get(folded(name)) ?? mapped.get(plain);
  if (preset) {
    const { field, values, order } = preset;
    const form = (preset.form as ColumnForm | null) ?? unit;
    const known = values && new Map(Object.entries(values).map(([theirs, ours]) => [folded(theirs), ours]));
    return { ...column, field, form, order, because: 'preset', mayDiffer: true, ...(known && { values: known }) };
  }
  if (/^custom[._:]/i.test(name))
    return { ...column, field: name.replace(/^custom[._:]/i, 'custom.'), because: 'name' };
  const ours = own.get(folded(name)) ?? own.get(plain);
  const alias = byAlias.get(folded(name)) ?? byAlias.get(plain) ?? byAlias.get(plain.replace(/(of(the)?)?calls?/, ''));
  const field = ours === 'duration' ? 'whole_duration' : (ours ?? alias?.field ?? ofTail(plain));
  if (field === undefined || (told.has(groupOf(field)) && field !== 'whole_duration')) return column;
  return { ...column, field, because: ours ? 'name' : 'alias', order: afterPresets + (ours ? 0 : (alias?.order ?? 0)) };
}

/** What the last part of a path says wherever it is, unlike `name`, `number` and `id`. */
function ofTail(plain: string): string | undefined {
  const tail = plain.slice(plain.lastIndexOf('.') + 1);
  if (tail === plain) return undefined;
  const field = tail === 'direction' ? tail : byAlias.get(tail)?.field;
  return field === 'direction' || field === 'duration' || field === 'file' ? field : undefined;
}

const namedAtMost = 20;

/** A note about columns that were not used; none without one. */
export function noteOfUnused(names: readonly string[]): Reason[] {
  if (names.length === 0) return [];
  const some = names.slice(0, namedAtMost).map(quoted);
  return [reason('note_unused', { columns: [...some, ...(names.length > namedAtMost ? ['…'] : [])].join(', ') })];
}

function read(
  columns: Column[],
  cells: readonly string[],
  categories: readonly string[],
  width: number,
  { timezone, details, times, inside = insideByDefault }: ReadOptions,
): CallRecord {
  const record = emptyRecord();
  const timeCells: TimeCells = {};
  const mayDiffer = new Set<string>();
  let zoneOfSetup = timezone;
  const special: Record<string, string> = {};
  const parties: Partial<Record<string, Party>> = {};
  for (const column of columns) {
    const { field, place } = column;
    const cell = cells[place] ?? '';
    if (isPartyField(field)) {
      setParty(parties, record, field, cell);
      continue;
    }
    const text = textOf(record, field, cell);
    if (text === null) {
      if (field.endsWith('_number')) parties[field] ??= { isWithheld: true };
      continue;
    }
    const value = column.values?.get(folded(text)) ?? text;
    // The line of a trunk is outside, and is no number.
    if (column.because === 'alias' && field.endsWith('_number') && trunk.test(value)) {
      parties[field] ??= { isWithheld: true };
      continue;
    }
    // A heading such as “Source” may be about anything.
    if (column.because === 'alias' && field.endsWith('_number') && !/\d/.test(value) && !numbered(value)) {
      record.notes.push(reason('number_unclear', { field, value: quoted(value) }));
      continue;
    }
    // Some systems answer “Answered” with a word, not with a time.
    if (column.because === 'alias' && isTime(field) && isYesOrNo(value)) continue;
    const time = field === 'date' || field === 'time' ? 'setup_time' : field;
    if (isTime(time)) {
      const form = isDateForm(column.form) ? column.form : times?.[column.name]?.form;
      const zone = column.zone ?? times?.[column.name]?.zone ?? details?.timezone ?? timezone;
      if (time === 'setup_time') zoneOfSetup = zone;
      if (column.mayDiffer) mayDiffer.add(time);
      timeCells[time] = [...(timeCells[time] ?? []), { text: value, form, zone, isZoned: column.zone !== undefined }];
    } else if (plainFields.has(field) || field === 'call_id' || field.startsWith('custom.') || field === unnamed) {
      setField(record, field, value, column.mayDiffer, lengthUnit(column.form));
    } else special[field] ??= value;
  }
  const named = categories.flatMap((name) => (name.trim() ? textOf(record, 'categories', name) : name) ?? []);
  record.categories = record.categories.concat(named);
  const begin = columns.find(({ field }) => ['setup_time', 'date'].includes(field));
  if (timeCells.connect_time && (!begin || begin.order >= lateOrder)) {
    timeCells.setup_time = [...timeCells.connect_time, ...(timeCells.setup_time ?? [])];
    mayDiffer.add('setup_time');
  }
  setTimes(record, timeCells, mayDiffer);
  setSpecial(record, special, columns);
  setSides(record, parties, columns, inside);
  record.clock = checkClock(record, clockInId(record.fields.protocol_call_id), zoneOfSetup);
  const begun = record.connect_time ?? record.setup_time;
  if (record.disconnect_time !== null && begun !== null && record.disconnect_time < begun) {
    record.disconnect_time = null;
    record.notes.push(reason('note_ends_early', { field: 'disconnect_time' }));
  }
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (cells.length < width || filled > width)
    record.notes.push(reason('note_cells', { cells: cells.length, columns: width }));
  return withinLimits(record);
}

/** Reads a cell about a party. Of several for one, the first that says something counts. */
function setParty(parties: Partial<Record<string, Party>>, record: CallRecord, field: string, cell: string): void {
  const text = textOf(record, field, cell) ?? '';
  const party = field === 'agent' && /^null$/i.test(text) ? { name: text } : readParty(text);
  if (party === 'unclear') {
    record.notes.push(reason('number_unclear', { field: `${field}_number`, value: quoted(cell.trim()) }));
    return;
  }
  const known = parties[field];
  parties[field] = {
    isWithheld: party.isWithheld ?? known?.isWithheld ?? false,
    number: known?.number ?? party.number,
    name: known?.name ?? party.name,
  };
}

/** The agent, who called and who was called, and the direction if no word says it. */
function setSides(
  record: CallRecord,
  parties: Partial<Record<string, Party>>,
  columns: readonly Column[],
  inside: InsideRules,
): void {
  const { agent, other = {}, own: inner = {} } = parties;
  if (agent?.name) record.fields.agent_name ??= agent.name;
  if (agent?.number) record.fields.agent_id ??= agent.number;
  const place = (field: string) => columns.find((column) => column.field === field)?.place ?? 0;
  const side = (name: 'from' | 'to'): Party => {
    const cell = parties[name];
    const number = record.fields[`${name}_number`] ?? cell?.number;
    return {
      number,
      name: record.fields[`${name}_name`] ?? cell?.name,
      isWithheld: number === undefined && (cell?.isWithheld ?? parties[`${name}_number`]?.isWithheld ?? false),
    };
  };
  for (const name of ['from', 'to'] as const) noteSecond(record, name, parties, columns);
  const [from, to] = [side('from'), side('to')];
  record.direction ??= directionBySides(from, to, inside);
  setParties(record, { from, to, other, own: inner, isOwnFirst: place('own') < place('other') }, inside);
}

/** A number in a column of its own, and another one in a cell about the party: the first column counts, the second is noted. */
function noteSecond(
  record: CallRecord,
  side: 'from' | 'to',
  parties: Partial<Record<string, Party>>,
  columns: readonly Column[],
): void {
  const [field, other] = [`${side}_number`, parties[side]?.number];
  const number = record.fields[field];
  const [cell, plain] = [side, field].map((name) => columns.find((column) => column.field === name));
  if (number === undefined || other === undefined || number === other || cell?.mayDiffer || plain?.mayDiffer) return;
  const isFirst = (cell?.order ?? 0) - (plain?.order ?? 0) || (cell?.place ?? 0) - (plain?.place ?? 0);
  if (isFirst < 0) record.fields[field] = other;
  record.notes.push(reason('note_second', { field, value: quoted(isFirst < 0 ? number : other) }));
}

const trunk = /^(?:t|trk|trunk|co)[-_ ]?\d{1,4}$/i;
const isYesOrNo = (text: string) => /^(true|false|yes|no|ja|nein)$/i.test(text);

const lengthUnit = (form: Column['form'] | undefined): LengthUnit => (form && !isDateForm(form) ? form : 'seconds');

/** What phone systems write about the end of a call, folded, and whether it was answered. Other words are about something else. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['answered', true],
  ...(['noanswer', 'unanswered', 'notanswered', 'busy', 'failed', 'congestion', 'missed', 'abandoned'] as const).map(
    (word) => [word, false] as const,
  ),
  ...(['cancelled', 'canceled', 'cancel', 'rejected'] as const).map((word) => [word, false] as const),
]);

/** What only some systems say: whether the call was answered, its ringing and its end, and the side of its recording. */
function setSpecial(
  record: CallRecord,
  { disposition, whole_duration, ring_seconds, call_type, leg: side, userfield = '' }: Record<string, string>,
  columns: readonly Column[],
): void {
  const unitOf = (name: string) => lengthUnit(columns.find(({ field }) => field === name)?.form);
  const said = disposition === undefined ? undefined : answers.get(folded(disposition));
  // Without the word, the seconds of the conversation say it, if they are there.
  const spoke = record.duration === null ? undefined : record.duration > 0;
  const isAnswered = said ?? spoke;
  const rang = ring_seconds === undefined ? null : readSeconds(ring_seconds, unitOf('ring_seconds'));
  if (ring_seconds !== undefined && rang === null) record.notes.push(notUnderstood('ring_seconds', ring_seconds));
  if (rang !== null && record.setup_time !== null && isAnswered !== false)
    record.connect_time ??= record.setup_time + rang * 1000;
  if (whole_duration !== undefined) {
    const seconds = readSeconds(whole_duration, unitOf('whole_duration'));
    if (seconds === null) record.notes.push(notUnderstood('duration', whole_duration));
    else if (record.setup_time === null || (said === undefined && disposition !== undefined))
      record.duration ??= seconds;
    else record.disconnect_time ??= record.setup_time + seconds * 1000;
    if (seconds !== null && isAnswered && record.duration === null) {
      record.duration = seconds;
      record.notes.push(reason('note_with_ringing'));
    }
    if (record.disconnect_time !== null && isAnswered)
      record.connect_time ??= record.disconnect_time - (record.duration ?? 0) * 1000;
  }
  if (said === false && record.connect_time === null) record.duration = 0;
  if (call_type !== undefined) record.direction ??= readDirection(call_type);
  const leg = side === undefined ? undefined : readLeg(side);
  if (leg) record.leg = leg;
  else if (side !== undefined) record.notes.push(notUnderstood('leg', side));
  if (uniqueId.test(userfield)) record.fields.protocol_call_id ??= userfield;
  else if (isFile(userfield)) record.file ??= userfield;
}

/** Whether a field for any text holds the id of a call: of two optional columns, only one may be there. */
const uniqueId = /^(?:[^\s,]*-)?\d{9,11}\.\d+$/;

/** Whether a field for any text holds the name, path or address of a file, not a word such as `EXT`. */
const isFile = (text: string): boolean => /[\\/]|\.\w{1,5}$|\d{8}/.test(text);
