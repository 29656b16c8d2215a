import { callIdFields, callTextFields } from '@shared/call-fields';
import { wholeSeconds } from '@shared/duration';
import { reason } from '@shared/reasons/reasons';
import { isUuid } from '@shared/uuid';
import { readTime } from '../../../zones';
import { type CallRecord, directionByLength, emptyRecord, readCallerId, readDirection } from './record';

/** A row of a file: column → text. */
export type Row = Record<string, string>;
export type ReadOptions = { timezone: string; mapping: Record<string, string> };
type Reader = (row: Row, options: ReadOptions) => CallRecord;

/** Columns of Asterisk's Master.csv, which has no header line. */
export const asteriskColumns = [
  'accountcode',
  'src',
  'dst',
  'dcontext',
  'clid',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'start',
  'answer',
  'end',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'uniqueid',
  'userfield',
];

const textFields = new Set<string>(callTextFields);
const idFields = new Set<string>(callIdFields);
const times = new Set(['setup_time', 'connect_time', 'disconnect_time']);

/** Other systems' names for our fields, compared without case, spaces, dashes and underscores. */
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
  datecreated: 'setup_time',
  createdat: 'setup_time',
  creationtime: 'setup_time',
  date: 'setup_time',
  answertime: 'connect_time',
  answeredat: 'connect_time',
  endtime: 'disconnect_time',
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

/** The reader of rows with these columns; undefined when no column identifies a call or a file. */
export function readerOf(columns: string[], options: ReadOptions): Reader | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has('src', 'dst', 'start', 'disposition', 'userfield')) return readAsterisk;
  if (has('calldate', 'src', 'dst', 'disposition')) return readFreePbx;
  const fields = columns.map((column) => fieldOf(column, options));
  return fields.some((field) => field === 'file' || field === 'setup_time') ? readNamed : undefined;
}

const plainFields = new Set(['file', 'duration', 'direction', 'categories', ...times, ...textFields]);

/** Whether a record can set this field of its call: a field by its wire name, or `custom.<name>`. */
export const isField = (name: string): boolean => plainFields.has(name) || /^custom\../.test(name);

function fieldOf(column: string, { mapping }: ReadOptions): string | undefined {
  // A column may have the name of an object property, such as `constructor`.
  if (Object.hasOwn(mapping, column)) return mapping[column];
  const own = column.toLowerCase();
  if (plainFields.has(own)) return own;
  if (/^custom[._:]/i.test(column)) return column.replace(/^custom[._:]/i, 'custom.');
  const plain = column.toLowerCase().replace(/[\s_-]/g, '');
  return Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
}

/** Reads Earshot's own columns, and those of other systems through the aliases. */
const readNamed: Reader = (row, options) => {
  const record = emptyRecord();
  for (const [column, text] of Object.entries(row)) {
    const field = fieldOf(column, options);
    if (field && text.trim() !== '') setField(record, field, text.trim(), options);
  }
  record.direction ??= directionByLength(record.fields.from_number, record.fields.to_number);
  const begun = record.connect_time ?? record.setup_time;
  if (record.disconnect_time !== null && begun !== null && record.disconnect_time < begun) {
    record.disconnect_time = null;
    record.notes.push(reason('note_ends_early', { field: 'disconnect_time' }));
  }
  return record;
};

function setField(record: CallRecord, field: string, text: string, { timezone }: ReadOptions): void {
  if (times.has(field)) setTime(record, field as 'setup_time', text, timezone);
  else if (field === 'file') record.file = text;
  else if (field === 'duration') record.duration = understood(record, field, text, readSeconds(text));
  else if (field === 'direction') record.direction = understood(record, field, text, readDirection(text));
  else if (field === 'categories')
    record.categories = text
      .split(';')
      .map((name) => name.trim())
      .filter(Boolean);
  else if (field.startsWith('custom.')) record.custom_fields[field.slice('custom.'.length)] = text;
  else if (idFields.has(field)) {
    const id = understood(record, field, text, isUuid(text) ? text.toLowerCase() : null);
    if (id !== null) record.fields[field] ??= id;
  } else if (textFields.has(field)) record.fields[field] ??= text;
}

/** The value, or null with a note that quotes the unreadable text. */
function understood<T>(record: CallRecord, field: string, text: string, value: T | null): T | null {
  if (value === null) record.notes.push(reason('note_not_understood', { field, value: text.slice(0, 40) }));
  return value;
}

const longestSeconds = 7 * 24 * 60 * 60;

/** Parses seconds, m:ss or h:mm:ss, up to a week. */
function readSeconds(text: string): number | null {
  if (!/^\d+(\.\d+)?$|^(\d+:)?\d{1,2}:\d{2}$/.test(text)) return null;
  const seconds = wholeSeconds(1000 * text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  return seconds <= longestSeconds ? seconds : null;
}

function setTime(
  record: CallRecord,
  field: 'setup_time' | 'connect_time' | 'disconnect_time',
  text: string,
  zone: string,
): void {
  const time = readTime(isoOf(text), zone);
  if (!time) {
    record.notes.push(reason('note_no_time', { field, value: text.slice(0, 40) }));
    return;
  }
  record[field] = time.ms;
  record.is_local ||= time.isLocal;
  if (time.note === 'repeated') record.notes.push(reason('note_repeated', { field }));
  if (time.note === 'skipped') record.notes.push(reason('note_skipped', { field }));
}

/** A date without a zone, in the form of RFC 2822. Date would take the zone of the computer. */
const mailWithoutZone = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}( \d{1,2}:\d{2}(:\d{2})?)?$/;
/** The zone at the end of a date, and the comment that may follow it: `-0500 (EST)`. */
const mailZone = /:\d{2}[^+-]*(\b(Z|UTC?|GMT|[ECMP][SD]T)|[+-]\d{2}(:?\d{2})?)( \([^()]*\))?$/;

/** An RFC 2822 date in ISO 8601, without an offset if it has none; any other text as it is. */
function isoOf(text: string): string {
  const isLocal = mailWithoutZone.test(text);
  if (!isLocal && !(/^[A-Z][a-z]{2}, \d/.test(text) && mailZone.test(text))) return text;
  const date = new Date(isLocal ? `${text} UTC` : text);
  if (Number.isNaN(date.getTime())) return text;
  return isLocal ? date.toISOString().slice(0, -1) : date.toISOString();
}

const readAsterisk: Reader = (row, { timezone }) => {
  const record = emptyRecord();
  const caller = readCallerId(row.clid ?? '');
  setField(record, 'setup_time', row.start ?? '', { timezone, mapping: {} });
  if (row.answer) setTime(record, 'connect_time', row.answer, timezone);
  if (row.end) setTime(record, 'disconnect_time', row.end, timezone);
  record.duration = row.answer ? readSeconds(row.billsec ?? '') : 0;
  record.file = row.userfield || null;
  record.fields = filled({
    from_number: row.src || caller.number,
    from_name: caller.name,
    to_number: row.dst,
    protocol_call_id: row.uniqueid,
    protocol_tracking_id: row.linkedid,
  });
  record.direction = directionByLength(record.fields.from_number, row.dst);
  return record;
};

const readFreePbx: Reader = (row, { timezone }) => {
  const record = emptyRecord();
  const caller = readCallerId(row.clid ?? '');
  setTime(record, 'setup_time', row.calldate ?? '', timezone);
  const [whole, spoken] = [readSeconds(row.duration ?? '') ?? 0, readSeconds(row.billsec ?? '') ?? 0];
  const answered = row.disposition === 'ANSWERED';
  if (record.setup_time !== null) {
    record.disconnect_time = record.setup_time + whole * 1000;
    if (answered) record.connect_time = record.disconnect_time - spoken * 1000;
  }
  record.duration = answered ? spoken : 0;
  record.file = row.recordingfile || null;
  record.fields = filled({
    from_number: row.cnum || row.src || caller.number,
    from_name: row.cnam || caller.name,
    to_number: row.dst,
    orig_to_number: row.did,
    protocol_call_id: row.uniqueid,
    protocol_tracking_id: row.linkedid,
  });
  record.direction = directionByLength(record.fields.from_number, row.dst);
  return record;
};

const filled = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])));
