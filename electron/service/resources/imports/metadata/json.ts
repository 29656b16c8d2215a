import { setImmediate as nextTurn } from 'node:timers/promises';
import { reason } from '@shared/reasons/reasons';
import { fileSource } from '../../../audio/byte-source';
import { invalid } from '../../../refusal';
import { type ReadOptions, type Row, readerOf } from './headers';
import type { FileRecord } from './record';

const fileBytes = 64 * 1024 * 1024;
/** Yields after this many items, because the watchdog gets no alive message from a loop that never yields. */
const turnAfter = 1_000;

/**
 * Call records of a JSON file: a list of objects (Earshot's own form), a page of a telephony API with the list under
 * `calls` or `recordings`, or one object that names a recording or a time. Empty when there is none of these. Throws when
 * the file is not JSON or larger than 64 MiB, or when its objects name neither a recording nor a time.
 */
export async function readJson(
  path: string,
  options: ReadOptions,
  alive: () => void,
): Promise<{ records: FileRecord[]; next: null }> {
  const text = (await contentOf(path)).replace(/^\uFEFF/, '');
  const value: unknown = JSON.parse(withoutEscapedNul(text));
  const records: FileRecord[] = [];
  const list = listIn(value);
  const items = list ?? [value];
  for (const [place, item] of items.entries()) {
    if (place % turnAfter === 0) {
      alive();
      await nextTurn();
    }
    if (!isObject(item)) continue;
    const { row, categories, custom_fields } = flatten(item);
    const read = readerOf(Object.keys(row), options);
    if (!read) continue;
    const record = read(row, options);
    records.push({
      ...record,
      line: place + 1,
      ...(list === undefined && { is_alone: true }),
      categories: categories ?? record.categories,
      custom_fields: { ...record.custom_fields, ...custom_fields },
    });
  }
  if (records.length === 0 && list?.some(isObject)) throw invalid({}, reason('records_no_property'));
  return { records, next: null };
}

async function contentOf(path: string): Promise<string> {
  const source = await fileSource(path);
  try {
    if (source.size > fileBytes) throw invalid({}, reason('records_too_large', { most: fileBytes }));
    // No more than it had when it was opened, even if it grows.
    return (await source.read(0, source.size)).toString('utf8');
  } finally {
    await source.close();
  }
}

/** The list in a file; undefined for an object without one. */
function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  const list = value.calls ?? value.recordings;
  return Array.isArray(list) ? list : undefined;
}

/** An item as a row of texts; a party object becomes its number and name. */
function flatten(item: Record<string, unknown>) {
  const row: Row = {};
  for (const [name, value] of Object.entries(item)) {
    if (isObject(value) && (name === 'from' || name === 'to')) {
      Object.assign(
        row,
        texts({
          [`${name}_number`]: value.phoneNumber ?? value.phone_number ?? value.number,
          [`${name}_name`]: value.name,
        }),
      );
    } else Object.assign(row, texts({ [name]: value }));
  }
  const { categories, custom_fields } = item;
  return {
    row,
    categories: Array.isArray(categories)
      ? categories.filter((name): name is string => typeof name === 'string')
      : undefined,
    custom_fields: isObject(custom_fields) ? texts(custom_fields) : {},
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = (values: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  );

/** In names and values alike: SQL functions end a text at its first NUL. Any other escape is kept as it is. */
const withoutEscapedNul = (json: string): string =>
  json.replace(/\\(u0000|.)/gs, (written, escaped: string) => (escaped === 'u0000' ? '' : written));
