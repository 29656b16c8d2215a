import { callTextFields } from '@shared/call-fields';
import { type Reason, reason } from '@shared/reasons/reasons';
import { withinLimits } from './limits';
import { type CallRecord, directionByLength, emptyRecord, readCallerId } from './record';
import { isTime, notUnderstood, quoted, readSeconds, setField, setTimes, type TimeTexts, textOf } from './values';

export type ReadOptions = { timezone: string; mapping: Record<string, string> };

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

/** Whether a record can set this field of its call: a field by its wire name, or `custom.<name>`. */
export const isField = (name: string): boolean => plainFields.has(name) || /^custom\../.test(name);

/** A column name, as names are compared: without case, spaces, dashes and underscores. */
const folded = (column: string): string => column.toLowerCase().replace(/[\s_-]/g, '');

const own = new Map([...plainFields].map((field) => [folded(field), field]));

/** Other systems' names for our fields. An empty name: a column that says nothing new. */
const aliases: Record<string, string> = {
  recording: 'file',
  recordingfile: 'file',
  recordingurl: 'file',
  recordingfilename: 'file',
  filename: 'file',
  filepath: 'file',
  url: 'file',
  mediaurl: 'file',
  starttime: 'setup_time',
  startedat: 'setup_time',
  start: 'setup_time',
  begin: 'setup_time',
  date: 'setup_time',
  time: 'setup_time',
  startdate: 'setup_time',
  calldate: 'setup_time',
  calltime: 'setup_time',
  datetime: 'setup_time',
  answertime: 'connect_time',
  answerdate: 'connect_time',
  answeredat: 'connect_time',
  endtime: 'disconnect_time',
  enddate: 'disconnect_time',
  endedat: 'disconnect_time',
  end: 'disconnect_time',
  durationseconds: 'duration',
  billsec: 'duration',
  from: 'from_number',
  caller: 'from_number',
  callernumber: 'from_number',
  src: 'from_number',
  callername: 'from_name',
  fromformatted: '',
  to: 'to_number',
  callee: 'to_number',
  called: 'to_number',
  callednumber: 'to_number',
  dst: 'to_number',
  calleename: 'to_name',
  callsid: 'protocol_call_id',
  sid: 'protocol_call_id',
  callid: 'protocol_call_id',
  id: 'protocol_call_id',
  uniqueid: 'protocol_call_id',
  calldirection: 'direction',
  queue: 'acd_name',
  queuename: 'acd_name',
  agent: 'agent_name',
};

/** Names of the time at which a record was made. They count only if no other column has the beginning of the call. */
const lateAliases: Record<string, string> = {
  datecreated: 'setup_time',
  createdat: 'setup_time',
  creationtime: 'setup_time',
};

/**
 * A system that writes columns with meanings of their own: `clid` is a name with a number, `whole_duration` the
 * seconds with the ringing, `disposition` whether the call was answered, `userfield` perhaps a recording. Of two columns
 * for one field, the first in this table counts.
 */
type System = { has: string[]; columns: Record<string, string> };

const ofAsterisk = {
  src: 'from_number',
  clid: 'clid',
  dst: 'to_number',
  uniqueid: 'protocol_call_id',
  linkedid: 'protocol_tracking_id',
  answer: 'connect_time',
  disposition: 'disposition',
  userfield: 'userfield',
  ...Object.fromEntries(
    'accountcode dcontext channel dstchannel lastapp lastdata amaflags peeraccount sequence'
      .split(' ')
      .map((column) => [column, '']),
  ),
};
const systems: System[] = [
  {
    has: ['src', 'dst', 'start', 'disposition'],
    columns: { ...ofAsterisk, duration: '' },
  },
  {
    has: ['calldate', 'src', 'dst', 'disposition'],
    columns: {
      recordingfile: 'file',
      cnum: 'from_number',
      cnam: 'from_name',
      did: 'orig_to_number',
      duration: 'whole_duration',
      ...ofAsterisk,
    },
  },
];

const cdrColumns =
  'accountcode src dst dcontext clid channel dstchannel lastapp lastdata start answer end duration billsec disposition amaflags'.split(
    ' ',
  );
const cdrCustomColumns =
  'clid src dst dcontext channel dstchannel lastapp lastdata start answer end duration billsec disposition amaflags accountcode uniqueid userfield'.split(
    ' ',
  );
const newColumns = ['peeraccount', 'linkedid', 'sequence'];
/** The forms of Master.csv: of cdr_csv with its optional columns, and of cdr_custom. */
const masterForms = [
  ...[[], ['uniqueid'], ['userfield'], ['uniqueid', 'userfield']].flatMap((optional) => [
    [...cdrColumns, ...optional],
    [...cdrColumns, ...optional, ...newColumns],
  ]),
  ...[[], ['sequence'], newColumns].map((added) => [...cdrCustomColumns, ...added]),
];

/**
 * The columns of a row of Asterisk's Master.csv, which has no header line. Its options add columns, also in the middle of
 * a file. Undefined for any other row.
 */
export function masterColumns(cells: readonly string[]): string[] | undefined {
  return masterForms.find((form) => {
    const cell = (column: string) => cells[form.indexOf(column)] ?? '';
    const isId = /^([^\s,]*-)?\d{9,11}\.\d+$/.test(cell('uniqueid'));
    return (
      form.length === cells.length &&
      /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(cell('start')) &&
      /^\d+$/.test(cell('billsec')) &&
      (!form.includes('uniqueid') || isId || form.includes('userfield'))
    );
  });
}

/** The columns of a file of records. */
export type Columns = {
  /** How many of them are known. */
  known: number;
  /** The names of those that no field takes. */
  unused: string[];
  /** Whether a row has as many cells; more that are empty say nothing. */
  fits(cells: readonly string[]): boolean;
  /** The record of a row. In JSON, the categories are a list of their own. */
  read(cells: readonly string[], categories?: readonly string[]): CallRecord;
};
type Column = { place: number; field: string; mayDiffer: boolean; order: number };

/** The columns with these names; undefined when none identifies a call or a file. */
export function columnsOf(names: readonly string[], options: ReadOptions): Columns | undefined {
  const all = names.map(folded);
  const system = systems.find(({ has }) => has.every((column) => all.includes(column)))?.columns;
  const places = names.map((name, place) => ({ place, ...meaningOf(name, system, options) }));
  const columns = places
    .filter((column): column is Column => Boolean(column.field))
    .sort((a, b) => a.order - b.order || a.place - b.place);
  if (!columns.some(({ field }) => field === 'file' || field === 'setup_time')) return undefined;
  const width = names.findLastIndex((name) => name !== '') + 1;
  return {
    known: places.filter(({ field }) => field !== undefined).length,
    unused: places.flatMap(({ field, place }) => (field === undefined && names[place]) || []),
    fits: (cells) => cells.length >= width && cells.slice(width).every((cell) => cell.trim() === ''),
    read: (cells, categories = []) => read(columns, cells, categories, width, options),
  };
}

const namedAtMost = 20;

/** A note about columns that were not used; none without one. */
export function noteOfUnused(names: readonly string[]): Reason[] {
  if (names.length === 0) return [];
  const some = names.slice(0, namedAtMost).map(quoted);
  return [reason('note_unused', { columns: [...some, ...(names.length > namedAtMost ? ['…'] : [])].join(', ') })];
}

type Meaning = { field: string | undefined; mayDiffer: boolean; order: number };

function meaningOf(name: string, system: System['columns'] | undefined, { mapping }: ReadOptions): Meaning {
  const plain = folded(name);
  const lookUp = (table: Record<string, string>) => (Object.hasOwn(table, plain) ? table[plain] : undefined);
  // A column may have the name of an object property, such as `constructor`.
  if (Object.hasOwn(mapping, name)) return { field: mapping[name], mayDiffer: false, order: 0 };
  const special = system && lookUp(system);
  if (system && special !== undefined)
    return { field: special, mayDiffer: true, order: 1 + Object.keys(system).indexOf(plain) };
  if (/^custom[._:]/i.test(name))
    return { field: name.replace(/^custom[._:]/i, 'custom.'), mayDiffer: false, order: 0 };
  const late = lookUp(lateAliases);
  return { field: own.get(plain) ?? lookUp(aliases) ?? late, mayDiffer: false, order: late ? 1 : 0 };
}

function read(
  columns: Column[],
  cells: readonly string[],
  categories: readonly string[],
  width: number,
  { timezone }: ReadOptions,
): CallRecord {
  const record = emptyRecord();
  const times: TimeTexts = {};
  const special: Record<string, string> = {};
  for (const { field, place, mayDiffer } of columns) {
    const text = textOf(record, field, cells[place] ?? '');
    if (text === null) continue;
    if (isTime(field)) times[field] = [...(times[field] ?? []), text];
    else if (isField(field) || field === unnamed) setField(record, field, text, mayDiffer);
    else special[field] = text;
  }
  const named = categories.flatMap((name) => (name.trim() ? textOf(record, 'categories', name) : name) ?? []);
  record.categories = record.categories.concat(named);
  setTimes(record, times, timezone);
  if (columns.some(({ field }) => field === 'disposition')) setSpecial(record, special);
  record.direction ??= directionByLength(record.fields.from_number, record.fields.to_number);
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

/** What only the columns of a system say: whether the call was answered, and its end. */
function setSpecial(record: CallRecord, special: Record<string, string>): void {
  const { clid = '', whole_duration, disposition, userfield = '' } = special;
  const { name, number } = readCallerId(clid);
  for (const [field, text = ''] of [['from_name', name] as const, ['from_number', number] as const]) {
    if (record.fields[field] !== undefined || isNoted(record, field)) continue;
    const known = textOf(record, field, text);
    if (known !== null) setField(record, field, known, true);
  }
  // Without the word, the seconds of the conversation say it, if they are there.
  const spoke = record.duration === null ? undefined : record.duration > 0;
  const isAnswered = disposition === undefined ? spoke : disposition.toUpperCase() === 'ANSWERED';
  if (whole_duration !== undefined && record.setup_time !== null) {
    const seconds = readSeconds(whole_duration);
    if (seconds === null) record.notes.push(notUnderstood('duration', whole_duration));
    else record.disconnect_time = record.setup_time + seconds * 1000;
    if (seconds !== null && isAnswered && record.duration === null) {
      record.duration = seconds;
      record.notes.push(reason('note_with_ringing'));
    }
    if (record.disconnect_time !== null && isAnswered)
      record.connect_time = record.disconnect_time - (record.duration ?? 0) * 1000;
  }
  if (record.connect_time === null && isAnswered === false) record.duration = 0;
  if (isFile(userfield)) record.file ??= userfield;
}

const isNoted = ({ notes }: CallRecord, field: string) => notes.some(({ values }) => values.field === field);

/** Whether a field for any text holds the name, path or address of a file, not a word such as `EXT`. */
const isFile = (text: string): boolean => /[\\/]|\.\w{1,5}$|\d{8}/.test(text);
