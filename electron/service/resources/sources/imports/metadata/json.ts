import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Reason, reason } from '@shared/reasons/reasons';
import { fileSource } from '../../../../audio/byte-source';
import { membersIn } from '../../../../http/validate';
import { invalid } from '../../../../refusal';
import { type Encoding, encodingOf, encodings, noteOfEncoding } from './encoding';
import { type Columns, columnsOf, noteOfUnused, type ReadOptions } from './headers';
import { type CallRecord, type FileRecord, type RecordPage, refusedRecord } from './record';
import { notUnderstood } from './values';

const fileBytes = 64 * 1024 * 1024;
/** Yields after this many items, because the watchdog gets no alive message from a loop that never yields. */
const turnAfter = 1_000;

/**
 * Call records of a JSON file: a list of objects (Earshot's own form), a page of a telephony API with the list in one of
 * its properties, one object that names a recording or a time, or one object a line. An entry of a list that is no record
 * is refused, as is a broken line. Throws when the file is not JSON or larger than 64 MiB, or when none of its objects
 * names a recording or a time.
 */
export async function readJson(
  path: string,
  options: ReadOptions,
  alive: () => void,
): Promise<RecordPage & { next: null }> {
  const { text, encoding } = await contentOf(path, alive);
  const json = withNumbersAsTexts(text);
  const reading = new Reading(options);
  const { items, left, isAlone, members } = itemsIn(json, /\.(jsonl|ndjson)$/i.test(path), reading);
  const records: FileRecord[] = [];
  for (const [place, item] of items.entries()) {
    if (place % turnAfter === 0) {
      alive();
      await nextTurn();
    }
    if (item === blank) continue;
    const record = item instanceof SyntaxError ? undefined : reading.recordOf(item);
    const why = reason(item instanceof SyntaxError ? 'row_not_json' : 'row_no_property');
    records.push({ ...(record ?? refusedRecord({ row: why })), line: place + 1, ...(isAlone && { is_alone: true }) });
  }
  if (items.length > 0 && records.every(({ refused }) => refused?.row)) {
    throw items.find((item) => item instanceof SyntaxError) ?? invalid({}, reason('records_no_property'));
  }
  // Parsing keeps the last of two properties with one name.
  const isTwice = members !== undefined && membersIn(json) > members;
  const notes = [
    ...reading.notes(left),
    ...noteOfEncoding(encoding),
    ...(isTwice ? [reason('note_property_twice')] : []),
  ];
  return { records, notes, next: null };
}

async function contentOf(path: string, alive: () => void): Promise<{ text: string; encoding: Encoding }> {
  const source = await fileSource(path);
  try {
    if (source.size > fileBytes) throw invalid({}, reason('records_too_large', { most: fileBytes }));
    const { encoding, markBytes } = await encodingOf(source, alive);
    const { raw, decode } = encodings[encoding];
    // No more than it had when it was opened, even if it grows.
    return { text: decode(raw(await source.read(markBytes, source.size))), encoding };
  } finally {
    await source.close();
  }
}

/** In place of an empty line. */
const blank = Symbol('blank');

/** `members`: how many properties all objects of the file have; undefined if a part of it is broken. */
type Items = { items: unknown[]; left: string[]; isAlone: boolean; members?: number };

/** The entries of a file; `left` are the names of other lists of records. A broken line is an error. */
function itemsIn(json: string, isLines: boolean, reading: Reading): Items {
  try {
    const value: unknown = JSON.parse(json);
    return { ...listIn(value, reading), members: membersOf(value) };
  } catch (cause) {
    const lines = json.split(/\r?\n/);
    const isOne = (line: string) => line.trim().startsWith('{') && !(parsedLine(line) instanceof SyntaxError);
    if (!isLines && !isOne(lines.find((line) => line.trim() !== '') ?? '')) throw cause;
    const items = lines.map(parsedLine);
    const isWhole = !items.some((item) => item instanceof SyntaxError);
    return { items, left: [], isAlone: false, ...(isWhole && { members: membersOf(items) }) };
  }
}

/** The number of properties of all objects in a value, which may be nested as deep as the file is long. */
function membersOf(value: unknown): number {
  const left = [value];
  let count = 0;
  for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const inner = Object.values(one);
    if (!Array.isArray(one)) count += inner.length;
    for (const next of inner) if (typeof next === 'object') left.push(next);
  }
  return count;
}

function parsedLine(line: string): unknown {
  if (line.trim() === '') return blank;
  try {
    return JSON.parse(line);
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause;
    throw cause;
  }
}

/** Names under which a list is taken, even from an object that itself names a time. */
const listNames = ['calls', 'recordings'];

/**
 * The list of records in a value: itself, a property, or a property of a property. Of several, the longest. An object
 * without one may be a record itself.
 */
function listIn(value: unknown, reading: Reading): { items: unknown[]; left: string[]; isAlone: boolean } {
  if (Array.isArray(value)) return { items: value, left: [], isAlone: false };
  if (!isObject(value)) throw invalid({}, reason('records_no_property'));
  const deeper = Object.values(value).flatMap((one) => (isObject(one) ? Object.entries(one) : []));
  const lists = [...Object.entries(value), ...deeper].filter((one): one is [string, unknown[]] =>
    Array.isArray(one[1]),
  );
  const named = listNames.flatMap((name) => lists.filter((list) => list[0] === name && list[1] === value[name]));
  const isRecord = reading.isRecord(value);
  const others = isRecord ? [] : lists.filter(([, list]) => list.some((one) => reading.isRecord(one)));
  const [best] = named.length > 0 ? named : others.toSorted((a, b) => b[1].length - a[1].length);
  if (best)
    return { items: best[1], left: others.filter((one) => one[1] !== best[1]).map(([name]) => name), isAlone: false };
  const isEmptyPage = lists.length > 0 && lists.every(([, list]) => list.length === 0);
  return { items: isEmptyPage && !isRecord ? [] : [value], left: [], isAlone: true };
}

/** Reads objects as records. Objects with the same properties share their columns. */
class Reading {
  private readonly known = new Map<string, Columns | undefined>();
  private readonly unused = new Set<string>();

  constructor(private readonly options: ReadOptions) {}

  isRecord(item: unknown): boolean {
    return isObject(item) && this.columnsOf(cellsOf(item).names) !== undefined;
  }

  /** Undefined for an item that names neither a recording nor a time. */
  recordOf(item: unknown): CallRecord | undefined {
    if (!isObject(item)) return undefined;
    const { names, values, categories, others } = cellsOf(item);
    const columns = this.columnsOf(names);
    if (!columns) return undefined;
    for (const name of columns.unused) this.unused.add(name);
    const record = columns.read(values, categories);
    for (const [name, value] of others) {
      if (!columns.unused.includes(name)) record.notes.push(notUnderstood(name, JSON.stringify(value)));
    }
    return record;
  }

  notes(left: string[]): Reason[] {
    return noteOfUnused([...left, ...this.unused]);
  }

  private columnsOf(names: string[]): Columns | undefined {
    const key = names.join('\0');
    if (!this.known.has(key)) this.known.set(key, columnsOf(names, this.options));
    return this.known.get(key);
  }
}

/** The properties of an object as cells. A party is its number and name; `others` are no texts. */
function cellsOf(item: Record<string, unknown>) {
  const cells: [string, string][] = [];
  const others: [string, unknown][] = [];
  const add = (name: string, value: unknown) => {
    cells.push([name, typeof value === 'string' ? value : '']);
    if (typeof value !== 'string' && value !== null && value !== undefined) others.push([name, value]);
  };
  let categories: string[] | undefined;
  for (const [name, value] of Object.entries(item)) {
    if (isObject(value) && (name === 'from' || name === 'to')) {
      add(`${name}_number`, value.phoneNumber ?? value.phone_number ?? value.number);
      add(`${name}_name`, value.name);
    } else if (isObject(value) && name === 'custom_fields') {
      for (const [field, of] of Object.entries(value)) add(`custom.${field}`, of);
    } else if (Array.isArray(value) && name === 'categories') {
      categories = value.filter((one) => typeof one === 'string');
      for (const one of value) if (typeof one !== 'string') others.push([name, one]);
    } else add(name, value);
  }
  return { names: cells.map(([name]) => name), values: cells.map(([, value]) => value), categories, others };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const [quote, backslash, lf, cr, minus] = [0x22, 0x5c, 0x0a, 0x0d, 0x2d];
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
/** Digits, `-`, `+`, `.`, `e` and `E`. */
const isInNumber = (byte: number) =>
  isDigit(byte) || byte === minus || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45;

/**
 * JSON with each number as a text: ids keep the digits they are written with, such as `1740160311.10` or more than 2^53.
 * `\u0000` is a damaged character, in names and values alike: SQL functions end a text at its first NUL. One pass over the bytes,
 * because patterns are too slow for a hostile file.
 */
function withNumbersAsTexts(json: string): string {
  const from = Buffer.from(json);
  const to = Buffer.allocUnsafe(2 * from.length + 2);
  let [length, isText, isNumber] = [0, false, false];
  for (let place = 0; place < from.length; place++) {
    let byte = from[place] ?? lf;
    if (isText && byte === backslash) {
      if (from.toString('latin1', place + 1, place + 6) === 'u0000') {
        length += to.write('\\ufffd', length);
        place += 5;
        continue;
      }
      to[length++] = byte;
      byte = from[++place] ?? lf;
    } else if (byte === quote) isText = !isText;
    if (isNumber !== (!isText && (isDigit(byte) || byte === minus || (isNumber && isInNumber(byte))))) {
      to[length++] = quote;
      isNumber = !isNumber;
    }
    // No text has a line break. The next line of a broken one begins anew.
    if (byte === lf || byte === cr) isText = false;
    to[length++] = byte;
  }
  if (isNumber) to[length++] = quote;
  return to.toString('utf8', 0, length);
}
