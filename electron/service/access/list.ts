import type { AnswerOf, Operation, ParamsOf, QueryOf } from '@shared/contract/operation';
import type { ListQuery } from '@shared/contract/paging';
import type { z } from 'zod';
import type { Connection } from '../store/connection';
import { inTime, joinedInOrder, jsonObject, keyParameter, valuesOf } from '../store/fragments';
import { type Query, query } from '../store/query';
import { absent, type Fields, type Key, type KeyColumn } from '../store/sql';
import type { Scope } from './scope';

/** An operation that responds with a list, as described by `pageOf`. */
export type ListOperation = Operation & { query: z.ZodObject; response: z.ZodObject };
/** The filters of a list: the operation's query without paging, and the ids in its path. */
export type Values<O extends ListOperation> = Omit<QueryOf<O>, keyof ListQuery> & ParamsOf<O>;
/** A record of the list. */
export type RecordOf<O extends ListOperation> =
  AnswerOf<O> extends infer A ? (A[Exclude<keyof A, 'next_url' | 'total'>] extends (infer T)[] ? T : never) : never;

/**
 * The context for building a condition. `bind` turns a value into a parameter and returns its name; `key` is the key
 * that the list walks; `db` is there for a filter whose meaning depends on a record.
 */
export type Making = {
  bind(value: string | number | bigint): string;
  key: string;
  scope: Scope;
  zone: string;
  db: Connection;
};
type Condition<V> = (value: V, making: Making) => string;
/** The SQL condition of each given filter; `elsewhere` for a filter that another part of the declaration handles. */
export type Conditions<O extends ListOperation> = {
  [F in keyof Required<Values<O>>]: Condition<Exclude<Values<O>[F], undefined>> | typeof elsewhere;
};

/** The source of the keys of a page. `isAll`: nothing narrows it, and it is walked in the order of the key. */
export type Source = { from: string; key?: readonly string[]; where?: readonly string[]; isAll?: true };

/**
 * Another order of a list with one key: by a value of the rows `s` of a table, then by the key. Records without a value come
 * last in both directions.
 */
export type Sorted = {
  table: string;
  key: string;
  value: string;
  /** SQL conditions: the row has the value. */
  has: readonly string[];
  /** SQL condition: it has none. If it is left out, a record without a value has no row. */
  lacks?: string;
};

type KindOf<O extends ListOperation> = Extract<O, { audited: object }>['audited']['resource'];

type Declaration<O extends ListOperation> = {
  /** The tables of a record. */
  from: string;
  /** The record as the API returns it: the SQL expression of each field, over these tables. */
  record: Fields<RecordOf<O>> | ((scope: Scope) => Fields<RecordOf<O>>);
  /** A field that a record does not have where it would be null. */
  absentIfNull?: keyof RecordOf<O>;
  /** The columns of the order: never null, unique together, and all in the same direction. */
  key: readonly KeyColumn[];
  descending?: (values: Values<O>) => boolean;
  /** SQL condition: the record is in the caller's scope. */
  scope: (scope: Scope) => string;
  filters: Conditions<O>;
  /** A narrower source of the keys than the tables. */
  source?: (values: Values<O>, making: Making) => Source;
  /** Other orders than that of the key, of a list with one key column. */
  sorted?: { isAsked: (values: Values<O>) => boolean; by: (values: Values<O>, making: Making) => Sorted };
  /** Another key that the list is walked by, if its values are few enough to be sorted when they are read. */
  order?: (values: Values<O>) => readonly KeyColumn[] | undefined;
  /** The list as consecutive steps of known length, which give its count and a shortcut to a distant page. */
  steps?: (db: Connection, asked: InScope & { values: Values<O> }) => Step[] | undefined;
  /** The id column that `one` uses. */
  id?: string;
  /** The kind of the records in the audit log, and the SQL expression of the name that it shows. */
  named?: { as: KindOf<O>; by: string };
  /** The column of the record above, whose id the path names first. */
  parent?: string;
  /** The column that changes with every change of the record. */
  version?: string;
  /** SQL condition: the record is under legal hold, and does not change. */
  held?: string;
};

/** Consecutive records of a list: the key before them, and their number. */
export type Step = { after: Key; count: number };

/** What a part of a key holds; a value of another order can be either. */
export type PlaceKind = KeyColumn['is'] | 'either';

/** One record, and the id of the record above it where the path names one. */
type Which = { id: string; parent?: string | undefined };
/** `zone` is that of the times of a record. The days of filters can be those of another one, `days`. */
type InScope = { scope: Scope; zone: string; days?: string | undefined };
/** The requested page: after the key `after`, otherwise from `start`; `cap` is `max_total_calc`. */
export type PageInput<O extends ListOperation> = InScope & {
  values: Values<O>;
  limit: number;
  start: number;
  cap: number;
  after: Key | undefined;
};
/** A page: its records as a JSON array in UTF-8, the key of the last one, and the total if known. */
export type Page = { bytes: Uint8Array; count: number; more: boolean; last: Key | undefined; total: number | null };
type CountInput<O extends ListOperation> = InScope & { values: Values<O>; cap?: number | undefined };

/** A record as JSON text, and its version if it has one. */
export type Single = { json: string; version: number | null };

/** Reads one record by its id, or an older revision of one that has them; undefined when it is not in the caller's scope. */
export type Reader = {
  one: Query<InScope & Which & { revision?: number | undefined }, Single | undefined>;
  areHeld?: List<ListOperation>['areHeld'];
};

export type List<O extends ListOperation> = {
  path: O['path'];
  key: readonly KeyColumn[];
  /** What a page continues after, in the order that is asked for. */
  placesOf: (values: Values<O>) => readonly PlaceKind[];
  filters: readonly string[];
  /** The id column that `one` uses, if there is one. */
  id: string | undefined;
  page: Query<PageInput<O>, Page>;
  /** The number of matching records, counted up to `cap`. */
  count: Query<CountInput<O>, number>;
  /** Selected columns of every matching record that also meets the condition `where`, read one after another. */
  each<T>(
    db: Connection,
    asked: InScope & { values: Values<O> },
    part: { columns: string; where: string },
  ): Iterable<T>;
  /** One record by its id; undefined when it is not in the caller's scope. */
  one: Query<InScope & Which, Single | undefined>;
  /**
   * The records with these ids in the caller's scope, as JSON text by id. Reading a call takes a twentieth of the time of
   * `one`, because SQLite makes the tables that sort its lists once for each statement.
   */
  several: Query<InScope & { ids: readonly string[] }, Map<string, string>>;
  /** Whether one of the records with these ids is under legal hold. */
  areHeld: (db: Connection, ids: readonly string[]) => boolean;
  /** The kind of its records in the audit log, and the SQL of the name of one of them, if the caller reaches it. */
  name: { kind: string; sql: (ofId: string, scope: Scope) => string } | undefined;
};

/** Marks a filter as handled by the source, the order or the columns. */
export const elsewhere = () => undefined;

/** Every list declared in this thread. */
export const declaredLists: List<ListOperation>[] = [];

/**
 * Declares a list of the API: its page, its count and one of its records, each within the caller's scope. Of its
 * operation only the type is used, so that threads that run its queries need not load the contract.
 */
export function list<O extends ListOperation>(path: O['path'], declaration: Declaration<O>): List<O> {
  const { from, key, scope: inScope, filters, id, record, version = 'NULL', held, named } = declaration;
  const records = new Map<string, string>();
  /** The record for a scope. Its text is long, and few scopes differ in more than their parameters. */
  function recordFor(scope: Scope): string {
    const { params, now, ...reach } = scope;
    const place = JSON.stringify(reach);
    const known = records.get(place) ?? recordText(scope);
    records.set(place, known);
    return known;
  }
  function recordText(scope: Scope): string {
    const fields = typeof record === 'function' ? record(scope) : record;
    const { absentIfNull } = declaration;
    if (absentIfNull === undefined || fields[absentIfNull] === absent) return jsonObject(fields);
    const without = jsonObject({ ...fields, [absentIfNull]: absent });
    return `CASE WHEN ${fields[absentIfNull]} IS NULL THEN ${without} ELSE ${jsonObject(fields)} END`;
  }
  const keyNames = key.map(({ column }) => column);
  const keyFor = (values: Values<O>) => declaration.order?.(values) ?? key;
  const aliasOf = (place: number) => `key_${place}` as const;
  const aliased = (columns: readonly KeyColumn[]) =>
    columns.map(({ column }, place) => `${column} AS ${aliasOf(place)}`).join(', ');

  /** The part of the statement before the order, which page and count share. */
  function walk(db: Connection, { values, scope, zone: shown, days }: InScope & { values: Values<O> }) {
    const zone = days ?? shown;
    const { params, bind } = binding(paramsOf({ scope, zone: shown }));
    const ordered = keyFor(values);
    const source: Source = declaration.source?.(values, { bind, key: keyNames[0] ?? '', scope, zone, db }) ?? { from };
    const columns = source.key ?? ordered.map(({ column }) => column);
    const making = { bind, key: columns[0] ?? '', scope, zone, db };
    const where = [inTime(columns, ordered), inScope(scope), ...(source.where ?? [])];
    for (const [filter, condition] of Object.entries<Condition<never> | typeof elsewhere>(filters)) {
      const value = values[filter as keyof typeof values];
      const sql = value === undefined ? undefined : condition(value as never, making);
      if (sql !== undefined) where.push(sql);
    }
    return { source, columns, where, params, making };
  }

  const count = query(`count ${path}`, (db, { cap, ...asked }: CountInput<O>): number => {
    const steps = declaration.steps?.(db, asked);
    if (steps) return Math.min(cap ?? Number.MAX_SAFE_INTEGER, sumOf(steps));
    const { source, where, params } = walk(db, asked);
    const matching = `FROM ${source.from} WHERE ${where.join(' AND ')}`;
    // Passing rows through a subquery costs as much again as counting them.
    const counted = cap === undefined ? matching : `FROM (SELECT 1 ${matching} LIMIT @cap) AS matching`;
    const row = db
      .prepare<Params, { n: number }>(`SELECT count(*) AS n ${counted}`)
      .get({ ...params, ...(cap !== undefined && { cap }) });
    return row?.n ?? 0;
  });

  /** The key to start from, and the number of records to skip after it. */
  function placeOf(db: Connection, asked: Omit<PageInput<O>, 'limit'>): { start: number; after: Key | undefined } {
    if (asked.after) return { start: 0, after: asked.after };
    return leap(asked.start < leapFrom ? [] : (declaration.steps?.(db, asked) ?? []), asked.start);
  }

  /** Up to `limit` + 1 rows. The keys are selected first, so that skipped rows are not read. */
  function rowsOf(db: Connection, { limit, ...asked }: PageInput<O>): Row[] {
    const { start, after } = placeOf(db, asked);
    const { source, columns, where, params } = walk(db, asked);
    const descending = declaration.descending?.(asked.values) ?? false;
    const ordered = (names: readonly string[]) => names.map((column) => `${column}${descending ? ' DESC' : ''}`);
    if (after) {
      const behind = after.map((_, place) => `@after_${place}`);
      where.push(`${tuple(columns)} ${descending ? '<' : '>'} ${tuple(behind)}`);
      for (const [place, value] of after.entries()) params[`after_${place}`] = keyParameter(value);
    }
    const walked = keyFor(asked.values);
    const names = walked.map(({ column }) => column);
    const rows = db.prepare<Params, Row>(`
      SELECT ${recordFor(asked.scope)} AS json, ${aliased(walked)} FROM ${from}
      WHERE ${tuple(names)} IN (
        SELECT ${columns.join(', ')} FROM ${source.from} WHERE ${where.join(' AND ')}
        ORDER BY ${ordered(columns)} LIMIT @limit ${start > 0 ? 'OFFSET @start' : ''})
      ORDER BY ${ordered(names)}`);
    return rows.all({ ...params, limit: limit + 1, ...(start > 0 && { start }) });
  }

  /** The keys of a sorted page: those with a value, then those without, each with what the next page continues after. */
  function sortedKeys(db: Connection, { limit, start: first, after, ...asked }: PageInput<O>): Key[] {
    const descending = declaration.descending?.(asked.values) ?? false;
    const order = descending ? ' DESC' : '';
    const behind = descending ? '<' : '>';
    const [phase = 0, value = 0, key = 0] = after ?? [];
    const keys: Key[] = [];
    let start = after ? 0 : first;
    for (const lacks of [0, 1]) {
      if (lacks < Number(phase)) continue;
      const { source, columns, where, params, making } = walk(db, asked);
      const by = declaration.sorted?.by(asked.values, making);
      if (!by) return keys;
      const has = `${by.key} = ${columns[0]} AND ${by.has.join(' AND ')}`;
      const isOwn = lacks === 0 || by.lacks !== undefined;
      // Without anything that narrows the list, the values lead to the records.
      const led = { from: joinedInOrder(by.table, from, `ON ${keyNames[0]} = ${by.key}`), column: by.key };
      const joined = {
        from: `${source.from} JOIN ${by.table} ON ${by.key} = ${columns[0]}`,
        column: String(columns[0]),
      };
      const plain = { from: source.from, column: String(columns[0]) };
      const walked = !isOwn ? plain : source.isAll ? led : joined;
      where.push(
        lacks === 0 ? by.has.join(' AND ') : (by.lacks ?? `NOT EXISTS (SELECT 1 FROM ${by.table} WHERE ${has})`),
      );
      if (after && phase === lacks) {
        where.push(
          lacks === 0
            ? `(${by.value}, ${walked.column}) ${behind} (@after_value, @after_key)`
            : `${walked.column} ${behind} @after_key`,
        );
        Object.assign(params, {
          after_key: keyParameter(key),
          ...(lacks === 0 && { after_value: keyParameter(value) }),
        });
      }
      const matching = `FROM ${walked.from} WHERE ${where.join(' AND ')}`;
      const wanted = limit + 1 - keys.length;
      const found = db
        .prepare<Params, { value: string | number; key: number }>(`
          SELECT ${lacks === 0 ? by.value : '0'} AS value, ${walked.column} AS key ${matching}
          ORDER BY ${lacks === 0 ? `${by.value}${order}, ` : ''}${walked.column}${order}
          LIMIT @limit ${start > 0 ? 'OFFSET @start' : ''}`)
        .all({ ...params, limit: wanted, ...(start > 0 && { start }) });
      keys.push(...found.map((row): Key => [lacks, row.value, row.key]));
      if (keys.length > limit) break;
      if (start > 0 && found.length === 0) {
        const counted = db.prepare<Params, { n: number }>(`SELECT count(*) AS n ${matching}`).get(params);
        start = Math.max(0, start - (counted?.n ?? 0));
      } else start = 0;
    }
    return keys;
  }

  /** Up to `limit` + 1 rows in another order than that of the key. */
  function sortedRowsOf(db: Connection, input: PageInput<O>): (Row & { place: Key })[] {
    const places = new Map(sortedKeys(db, input).map((place) => [place[2], place]));
    const rows = db
      .prepare<Params, Row>(`
        SELECT ${recordFor(input.scope)} AS json, ${aliased(key)} FROM ${from}
        WHERE ${keyNames[0]} IN ${valuesOf('@keys', 'integer')}`)
      .all({ ...paramsOf(input), keys: JSON.stringify([...places.keys()]) });
    const byKey = new Map(rows.map((row) => [row.key_0, row]));
    return [...places.values()].flatMap((place) => {
      const row = byKey.get(place[2] as number);
      return row ? [{ ...row, place }] : [];
    });
  }

  const isSorted = (values: Values<O>): boolean => declaration.sorted?.isAsked(values) ?? false;
  const placesOf = (values: Values<O>): readonly PlaceKind[] =>
    isSorted(values) ? ['integer', 'either', 'integer'] : keyFor(values).map(({ is }) => is);

  const page = query(`list ${path}`, (db, input: PageInput<O>): Page => {
    const { limit, start, cap } = input;
    const rows: (Row & { place?: Key })[] = isSorted(input.values) ? sortedRowsOf(db, input) : rowsOf(db, input);
    const shown = rows.slice(0, limit);
    const more = rows.length > limit;
    const last = shown.at(-1);
    return {
      bytes: new TextEncoder().encode(`[${shown.map(({ json }) => json).join(',')}]`),
      count: shown.length,
      more,
      last: last && (last.place ?? keyFor(input.values).map((_, place) => last[aliasOf(place)] as string | number)),
      total: total(),
    };

    function total(): number | null {
      if (!more && (shown.length > 0 || start === 0)) return start + shown.length;
      if (more && cap === 0) return null;
      const counted = count.run(db, { ...input, cap: more ? cap : undefined });
      return more && counted >= cap ? null : counted;
    }
  });

  function each<T>(
    db: Connection,
    asked: InScope & { values: Values<O> },
    part: { columns: string; where: string },
  ): Iterable<T> {
    const { source, columns, where, params } = walk(db, asked);
    const matching = `SELECT ${columns.join(', ')} FROM ${source.from} WHERE ${where.join(' AND ')}`;
    return db
      .prepare<Params, T>(
        `SELECT ${part.columns} FROM ${from}
          WHERE ${tuple(keyFor(asked.values).map(({ column }) => column))} IN (${matching}) AND ${part.where}`,
      )
      .iterate(params);
  }

  const one = query(`one of ${path}`, (db, { id: wanted, parent, scope, zone }: InScope & Which) =>
    db
      .prepare<Params, Single>(`
        SELECT ${recordFor(scope)} AS json, ${version} AS version FROM ${from}
        WHERE ${id} = @wanted AND ${inScope(scope)}${parent === undefined ? '' : ` AND ${declaration.parent} = @parent`}`)
      .get({ ...paramsOf({ scope, zone }), wanted, ...(parent !== undefined && { parent }) }),
  );

  const several = query(`several of ${path}`, (db, { ids, scope, zone }: InScope & { ids: readonly string[] }) => {
    const rows = db
      .prepare<Params, { id: string; json: string }>(`
        SELECT ${id} AS id, ${recordFor(scope)} AS json FROM ${from}
        WHERE ${id} IN ${valuesOf('@wanted', 'text')} AND ${inScope(scope)}`)
      .all({ ...paramsOf({ scope, zone }), wanted: JSON.stringify(ids) });
    return new Map(rows.map((row) => [row.id, row.json]));
  });

  function areHeld(db: Connection, ids: readonly string[]): boolean {
    if (held === undefined) return false;
    const some = `SELECT 1 FROM ${from} WHERE ${id} IN ${valuesOf('@wanted', 'text')} AND ${held} LIMIT 1`;
    return db.prepare<Params>(some).get({ wanted: JSON.stringify(ids) }) !== undefined;
  }

  const name = named && {
    kind: named.as,
    sql: (ofId: string, scope: Scope) =>
      `(SELECT ${named.by} FROM ${from} WHERE ${id} = ${ofId} AND ${inScope(scope)})`,
  };

  const made = {
    path,
    key,
    placesOf,
    filters: Object.keys(filters),
    id,
    page,
    count,
    each,
    one,
    several,
    areHeld,
    name,
  };
  declaredLists.push(made as unknown as List<ListOperation>);
  return made;
}

/** The parameters of every statement of a list. */
const paramsOf = ({ scope: { params, now }, zone }: InScope): Params => ({ ...params, now, zone });

/** Parameters of a statement, and `bind`, which adds one and returns its name. */
export function binding(params: Params): { params: Params; bind: Making['bind'] } {
  const bind = (value: string | number | bigint) => {
    const parameter = `value_${Object.keys(params).length}`;
    params[parameter] = value;
    return `@${parameter}`;
  };
  return { params, bind };
}

/** Below this, walking to a page costs less than reading the steps. */
const leapFrom = 1_000;

const sumOf = (steps: Step[]) => steps.reduce((sum, { count }) => sum + count, 0);

/** The position of the record at `start`: the key before its step, and its offset in the step. */
function leap(steps: Step[], start: number): { start: number; after: Key | undefined } {
  let left = start;
  for (const { after, count } of steps) {
    if (left < count) return { start: left, after };
    left -= count;
  }
  return { start, after: undefined };
}

type Params = Record<string, string | number | bigint>;
type Row = { json: string } & Record<`key_${number}`, string | number>;

const tuple = (names: readonly string[]) => (names.length === 1 ? String(names[0]) : `(${names.join(', ')})`);
