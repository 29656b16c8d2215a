import type { Connection } from '../../../electron/service/store/connection';
import type * as sqlite from '../../../electron/service/store/fragments';
import { fragments as postgresql } from './fragments';

type Fragments = typeof sqlite;
type Engine = 'sqlite' | 'postgresql';

const [begin, between, end] = ['\u0001', '\u0002', '\u0003'];

/** Fragments with the text for both engines, so that a statement can run on SQLite and be kept for PostgreSQL. */
export function forBoth(own: Fragments): Fragments {
  const both = (name: keyof Fragments) => {
    const [one, other] = [own[name], postgresql[name]] as ((...args: unknown[]) => unknown)[];
    return (...args: unknown[]) => joined(one?.(...args), other?.(...args));
  };
  const names = Object.keys(postgresql) as (keyof Fragments)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, both(name)])),
    keyParameter: own.keyParameter,
  } as unknown as Fragments;
}

function joined(one: unknown, other: unknown): unknown {
  if (typeof one === 'string') return one === other ? one : `${begin}${one}${between}${other}${end}`;
  const parts = Object.entries(one as Record<string, unknown>);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, joined(part, (other as Record<string, unknown>)[name])]),
  );
}

/** The text of a statement for one of the engines. */
function textFor(engine: Engine, sql: string): string {
  const innermost = new RegExp(
    `${begin}([^${begin}${between}${end}]*)${between}([^${begin}${between}${end}]*)${end}`,
    'g',
  );
  const chosen = sql.replace(innermost, engine === 'sqlite' ? '$1' : '$2');
  return chosen === sql ? sql : textFor(engine, chosen);
}

/** The statements of a place in the code, which is `path:line`. */
type Places = Map<string, Set<string>>;

/**
 * Records what is prepared through a connection to SQLite: the statements in PostgreSQL's form, by their places in the
 * code.
 */
export function recording(db: Connection): { db: Connection; places: Places } {
  const places: Places = new Map();
  const prepare = (sql: string) => {
    const place = callerOf(new Error().stack ?? '');
    places.set(place, (places.get(place) ?? new Set()).add(textFor('postgresql', sql)));
    return db.prepare(textFor('sqlite', sql));
  };
  return { db: { ...db, prepare } as Connection, places };
}

/** The statements of record.ts are those of its callers. */
const callerOf = (stack: string) => stack.match(/electron\/service\/(?!store\/record\.ts)[^:]+:\d+/)?.[0] ?? stack;
