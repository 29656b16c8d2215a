import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObject, type Path, parsePath, valuesAt } from '@shared/json-path';
import { type Reason, reason } from '@shared/reasons/reasons';
import { membersIn } from '../../../../http/validate';
import { invalid } from '../../../../refusal';
import { type DetailsFile, type Encoding, encodingOf, encodings, noteOfEncoding, openDetails } from './encoding';
import { type Columns, columnsOf, noteOfUnused, type ReadOptions } from './headers';
import { type InsideRules, insideByDefault } from './parties';
import { type CallRecord, type FileRecord, type RecordPage, refusedRecord } from './record';
import { notUnderstood } from './values';
import { withParties } from './vcon';
import { wholePage, wholeRecords } from './whole';
import { parseXml } from './xml';

const fileBytes = 64 * 1024 * 1024;
const headBytes = 64 * 1024;
/** Yields after this many items, because the watchdog gets no alive message from a loop that never yields. */
const turnAfter = 1_000;

/**
 * Call records of a JSON file: a list of objects (Earshot's own form), a page of a telephony API with the list in one of
 * its properties, one object that names a recording or a time, or one object a line. An entry of a list that is no record
 * is refused, as is a broken line. Throws when the file is not JSON or larger than 64 MiB, or when none of its objects
 * names a recording or a time.
 */
export async function readJson(
  file: DetailsFile,
  options: ReadOptions,
  alive: () => void,
): Promise<RecordPage & { next: null }> {
  const { items, isAlone, notes, text } = await jsonItems(file, options, alive);
  const page = isXml(file.path) ? undefined : wholePage(text);
  const records: FileRecord[] = [];
  for (const [place, { row, why }] of items.entries()) {
    if (place % turnAfter === 0) {
      alive();
      await nextTurn();
    }
    if (why === null) continue;
    const record = row ? recordOf(row) : refusedRecord({ row: why });
    const entry = record.refused ? undefined : page?.entries.get(place);
    const all = page && entry ? wholeRecords(entry, page) : [{}];
    for (const one of all) records.push({ ...record, ...one, line: place + 1, ...(isAlone && { is_alone: true }) });
  }
  return { records, notes, next: null };
}

/** An entry with its columns, or why it is no record; null for an empty line. */
export type JsonItem =
  | { row: { cells: Cells; columns: Columns }; why?: undefined }
  | { row?: undefined; why: Reason | null };

/** The entries of a JSON or XML file. */
export async function jsonItems(
  file: DetailsFile,
  options: ReadOptions,
  alive: () => void,
): Promise<{ items: JsonItem[]; isAlone: boolean; notes: Reason[]; text: string }> {
  const { text, encoding } = await contentOf(file, alive);
  const json = isXml(file.path) ? null : withNumbersAsTexts(text);
  const reading = new Reading(file.path, options);
  const found =
    json === null ? itemsOfXml(text, reading) : itemsIn(json, /\.(jsonl|ndjson)$/i.test(file.path), reading);
  const { items, left, isAlone, members } = found;
  const read = items.map((item): JsonItem => {
    if (item === blank) return { why: null };
    const row = item instanceof SyntaxError ? undefined : reading.rowOf(item);
    if (row) return { row };
    return { why: reason(item instanceof SyntaxError ? 'row_not_json' : 'row_no_property') };
  });
  if (items.length > 0 && read.every(({ row, why }) => !row && why !== null)) {
    throw items.find((item) => item instanceof SyntaxError) ?? invalid({}, reason('records_no_property'));
  }
  // Parsing keeps the last of two properties with one name.
  const isTwice = json !== null && members !== undefined && membersIn(json) > members;
  const notes = [
    ...reading.notes(left),
    ...noteOfEncoding(encoding),
    ...(isTwice ? [reason('note_property_twice')] : []),
  ];
  return { items: read, isAlone, notes, text };
}

/** Entries and names that are looked at in a file that nothing knows. */
const [lookedEntries, mostNames] = [50, 200];

/**
 * The names in the longest list of a file in which nothing identifies a call, or in its only object, and their values, so that a
 * person can say what they are; undefined without any.
 */
export async function likelyNames(
  file: DetailsFile,
  options: ReadOptions,
  alive: () => void,
): Promise<{ names: string[]; rows: string[][] } | undefined> {
  const text = (await contentOf(file, alive)).text;
  const reading = new Reading(file.path, options);
  const value = isXml(file.path) ? parseXml(text) : valueOfHead(text, 'json');
  const lists = Array.isArray(value)
    ? [value]
    : isObject(value)
      ? [...listsIn(value, false).map(({ entries }) => entries), [value]]
      : [];
  const [longest = []] = lists.map((entries) => entries.filter(isObject)).sort((a, b) => b.length - a.length);
  const some = longest.slice(0, lookedEntries).map((one) => {
    const { names, values } = reading.cellsOf(one);
    return new Map(names.map((name, place) => [name, values[place] ?? '']));
  });
  const names = [...new Set(some.flatMap((one) => [...one.keys()]))].slice(0, mostNames);
  return names.length > 0 ? { names, rows: some.map((one) => names.map((name) => one.get(name) ?? '')) } : undefined;
}

function recordOf({ cells: { values, categories, others }, columns }: NonNullable<JsonItem['row']>): CallRecord {
  const record = columns.read(values, categories);
  for (const [name, value] of others) {
    const column = columns.all.find((one) => one.name === name);
    if (!column || column.field) record.notes.push(notUnderstood(name, JSON.stringify(value)));
  }
  return record;
}

function itemsOfXml(text: string, reading: Reading): Items {
  const value = parseXml(text);
  [reading.root, reading.isXml] = [value, true];
  return listIn(value, reading);
}

/** The value of a file of JSON, or the start of one; undefined if it is none. */
export function valueOfHead(text: string, format: 'json' | 'xml'): unknown {
  const json = format === 'json' ? withNumbersAsTexts(text) : null;
  try {
    return json === null ? parseXml(text) : JSON.parse(json);
  } catch {
    return json === null ? undefined : cutValue(json);
  }
}

/** The value of JSON that was cut: up to the last entry that is whole. Of lines, the first. */
function cutValue(json: string): unknown {
  const open: string[] = [];
  let [end, closing, isText] = [0, '', false];
  for (let place = 0; place < json.length; place++) {
    const sign = json[place] ?? '';
    if (isText) {
      if (sign === '\\') place += 1;
      else if (sign === '"') isText = false;
      continue;
    }
    if (sign === '"') isText = true;
    else if (sign === '{') open.push('}');
    else if (sign === '[') open.push(']');
    else if (sign === '}' || sign === ']') {
      open.pop();
      [end, closing] = [place + 1, open.toReversed().join('')];
      if (open.length === 0) break;
    }
  }
  try {
    return end === 0 ? undefined : JSON.parse(json.slice(0, end) + closing);
  } catch {
    return undefined;
  }
}

/** The start of a file, decoded. */
export const headText = async (file: DetailsFile, alive: () => void): Promise<string> =>
  (await contentOf(file, alive, headBytes)).text;

/** The text of a file, or the first bytes of one. Without `most`, refused when it is too large. */
async function contentOf(
  file: DetailsFile,
  alive: () => void,
  most?: number,
): Promise<{ text: string; encoding: Encoding }> {
  const source = await openDetails(file);
  try {
    if (most === undefined && source.size > fileBytes)
      throw invalid({}, reason('records_too_large', { most: fileBytes }));
    const { encoding, markBytes } = await encodingOf(source, alive);
    const { raw, decode } = encodings[encoding];
    // No more than it had when it was opened, even if it grows.
    return { text: decode(raw(await source.read(markBytes, most ?? source.size))), encoding };
  } finally {
    await source.close();
  }
}

/** Whether a file is one of JSON or XML. */
export const isTree = (path: string): boolean => /\.(json|jsonl|ndjson|xml)$/i.test(path);
export const isXml = (path: string): boolean => /\.xml$/i.test(path);

/** In place of an empty line. */
const blank = Symbol('blank');

/** `members`: how many properties all objects of the file have; undefined if a part of it is broken. */
type Items = { items: unknown[]; left: string[]; isAlone: boolean; members?: number };

/** The entries of a file; `left` are the names of other lists of records. A broken line is an error. */
function itemsIn(json: string, isLines: boolean, reading: Reading): Items {
  try {
    const value = withParties(JSON.parse(json), reading.inside, reading.path);
    reading.root = value;
    return { ...listIn(value, reading), members: membersOf(value) };
  } catch (cause) {
    const lines = json.split(/\r?\n/);
    const isOne = (line: string) => line.trim().startsWith('{') && !(parsedLine(line) instanceof SyntaxError);
    if (!isLines && !isOne(lines.find((line) => line.trim() !== '') ?? '')) {
      const values = valuesOneByOne(json);
      if (!values) throw cause;
      return { items: values.flat(), left: [], isAlone: false, members: membersOf(values) };
    }
    const items = lines.map(parsedLine);
    const isWhole = !items.some((item) => item instanceof SyntaxError);
    return { items, left: [], isAlone: false, ...(isWhole && { members: membersOf(items) }) };
  }
}

/** The values of a text in which objects or lists follow one another; undefined if it is something else. */
function valuesOneByOne(json: string): unknown[] | undefined {
  const values: unknown[] = [];
  let [start, depth, isText] = [0, 0, false];
  try {
    for (let place = 0; place < json.length; place++) {
      const sign = json[place] ?? '';
      if (isText && sign === '\\') place += 1;
      else if (sign === '"') isText = !isText;
      else if (!isText && (sign === '{' || sign === '[')) depth += 1;
      else if (!isText && (sign === '}' || sign === ']')) {
        depth -= 1;
        if (depth > 0) continue;
        values.push(JSON.parse(json.slice(start, place + 1)));
        start = place + 1;
      }
    }
  } catch {
    return undefined;
  }
  return json.slice(start).trim() === '' && values.length > 1 ? values : undefined;
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
/** How deep a list may be, and how deep the values of a record are named. */
const deepest = 4;

/**
 * The list of records in a value: the one that a preset names, otherwise itself, or the longest below it with records. An
 * object without one may be a record itself.
 */
function listIn(value: unknown, reading: Reading): Omit<Items, 'members'> {
  const { list } = reading;
  const path = list ? parsePath(list) : undefined;
  if (path) {
    const found = valuesAt(path, value, value).flatMap((one) => (Array.isArray(one) ? one : [one]));
    return { items: found, left: [], isAlone: false };
  }
  if (list === '') return { items: Array.isArray(value) ? value : [value], left: [], isAlone: !Array.isArray(value) };
  if (Array.isArray(value)) return { items: value, left: [], isAlone: false };
  if (!isObject(value)) throw invalid({}, reason('records_no_property'));
  const lists = listsIn(value, reading.isXml);
  const named = listNames.flatMap((name) => lists.filter((one) => one.name === name && one.depth === 1));
  const isRecord = reading.isRecord(value);
  const others = isRecord ? [] : lists.filter(({ entries }) => entries.some((one) => reading.isRecord(one)));
  const [best] = named.length > 0 ? named : others.toSorted((a, b) => b.entries.length - a.entries.length);
  if (best)
    return {
      items: best.entries,
      left: others.filter(({ entries }) => entries !== best.entries).map(({ name }) => name),
      isAlone: false,
    };
  const isEmptyPage = lists.length > 0 && lists.every(({ entries }) => entries.length === 0);
  return { items: isEmptyPage && !isRecord ? [] : [value], left: [], isAlone: true };
}

type List = { name: string; depth: number; entries: unknown[] };

/** The lists in the properties of an object, those of its properties, and so on. */
function listsIn(value: Record<string, unknown>, isXml: boolean, depth = 1): List[] {
  return Object.entries(value).flatMap(([name, one]): List[] => {
    if (Array.isArray(one)) return [{ name, depth, entries: one }];
    if (!isObject(one)) return [];
    // An element that is not repeated may be the only one of a list.
    const alone = isXml ? [{ name, depth, entries: [one] }] : [];
    return [...alone, ...(depth < deepest ? listsIn(one, isXml, depth + 1) : [])];
  });
}

/** The cells of an object; `others` are properties that are no texts. */
export type Cells = {
  names: string[];
  values: string[];
  categories: string[] | undefined;
  others: [string, unknown][];
};

/** Reads objects as records. Objects with the same properties share their columns. */
class Reading {
  private readonly known = new Map<string, Columns | undefined>();
  private readonly unused = new Set<string>();
  private readonly paths: readonly { name: string; path: Path }[];
  /** The whole value of the file, in which paths may begin. */
  root: unknown;
  isXml = false;

  constructor(
    readonly path: string,
    private readonly options: ReadOptions,
  ) {
    this.paths = (options.details?.mapping ?? []).flatMap(({ from }) => {
      const path = parsePath(from);
      return path ? [{ name: from, path }] : [];
    });
  }

  /** The path of the list in a preset; undefined: it is looked for. */
  get list(): string | undefined {
    return this.options.details?.list ?? undefined;
  }

  get inside(): InsideRules {
    return this.options.inside ?? insideByDefault;
  }

  isRecord(item: unknown): boolean {
    return isObject(item) && this.columnsOf(this.cellsOf(item).names) !== undefined;
  }

  /** The cells of an item and their columns; undefined for an item that names neither a recording nor a time. */
  rowOf(item: unknown): { cells: Cells; columns: Columns } | undefined {
    if (!isObject(item)) return undefined;
    const cells = this.cellsOf(item);
    const columns = this.columnsOf(cells.names);
    if (!columns) return undefined;
    for (const name of columns.unused) this.unused.add(name);
    return { cells, columns };
  }

  notes(left: string[]): Reason[] {
    return noteOfUnused([...left, ...this.unused]);
  }

  private columnsOf(names: string[]): Columns | undefined {
    const key = names.join('\0');
    if (!this.known.has(key)) this.known.set(key, columnsOf(names, this.options));
    return this.known.get(key);
  }

  /** What a preset finds by its paths, then all other values by theirs. */
  cellsOf(item: Record<string, unknown>): Cells {
    const cells = new Map<string, string>();
    const others: [string, unknown][] = [];
    const isText = (value: unknown): value is string => typeof value === 'string';
    for (const { name, path } of this.paths) {
      const texts = valuesAt(path, item, this.root).filter(isText).map(decoded);
      if (texts.length > 0 || path.steps.length > 1) cells.set(name, texts.find((text) => text.trim() !== '') ?? '');
    }
    const add = (name: string, value: unknown) => {
      if (cells.has(name)) return;
      cells.set(name, isText(value) ? decoded(value) : '');
      if (!isText(value) && value !== null && value !== undefined) others.push([name, value]);
    };
    let categories: string[] | undefined;
    const walk = (object: Record<string, unknown>, before: string, depth: number) => {
      for (const [name, value] of Object.entries(object)) {
        const isTop = before === '';
        if (isTop && isObject(value) && name === 'custom_fields') {
          for (const [field, of] of Object.entries(value)) add(`custom.${field}`, of);
        } else if (isTop && Array.isArray(value) && name === 'custom_fields') {
          for (const one of value) if (isObject(one) && isText(one.name)) add(`custom.${one.name}`, one.value);
        } else if (isTop && Array.isArray(value) && name === 'categories') {
          categories = value.flatMap((one) => (isText(one) ? [one] : isPublic(one) ? [one.name] : []));
          for (const one of value) if (!isText(one) && !isPublic(one)) others.push([name, one]);
        } else if (isObject(value) && depth < deepest && Object.keys(value).length > 0) {
          walk(value, `${before}${name}.`, depth + 1);
        } else add(`${before}${name}`, value);
      }
    };
    walk(item, '', 1);
    return { names: [...cells.keys()], values: [...cells.values()], categories, others };
  }
}

/** A category of a page of API v2. Those of one user only are nobody else's. */
const isPublic = (one: unknown): one is { name: string } =>
  isObject(one) && typeof one.name === 'string' && (one.private_user_id ?? null) === null;

/** FreeSWITCH escapes its texts. */
function decoded(text: string): string {
  if (!/%[\da-f]{2}/i.test(text) || /\s|:\/\/|%(?![\da-f]{2})/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
