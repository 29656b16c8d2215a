import { fold } from '@shared/fold';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { By } from './audit';
import type { Connection } from './connection';

type Value = string | number | Uint8Array | null;
/** Columns by name; an undefined one is left out. */
type Row = Record<string, Value | undefined>;

const given = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Record<string, Value>;

/** A name and the folded form that keeps it unique. */
export const named = (name: string): { name: string; name_folded: string } => ({ name, name_folded: fold(name) });

/** Inserts a row and sets `created_at` and `updated_at` to the time of the change. */
export function insertRecord(db: Connection, table: string, row: Row, { at }: By): void {
  const values = given({ ...row, created_at: at, updated_at: at });
  const columns = Object.keys(values);
  db.prepare<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  ).run(values);
}

/** The versions that the row may have for the change to happen (If-Match); undefined accepts any version. */
export type Versions = readonly string[] | undefined;
/** Identifies a row by its id, under the name of the id's column. */
type Which = { id: Record<string, string>; versions: Versions };

/** Refuses with Stale a change of a row that now has another version. */
export function mustBeCurrent(version: string, versions: Versions): void {
  if (versions && !versions.includes(version)) throw new Refusal('Stale', reason('stale'));
}

/** Sets the version of a row, its `updated_at`, to the time of the change `@at`. It grows with each change. */
export const nextVersion = 'updated_at = CASE WHEN updated_at >= @at THEN updated_at + 1 ELSE @at END';

/** Refuses with Stale a change of a row, found by its id, that now has another version. */
export function mustMatchVersion(db: Connection, table: string, { id, versions }: Which): void {
  const { column, wanted } = only(id);
  const row = db
    .prepare<Row, { updated_at: number }>(`SELECT updated_at FROM ${table} WHERE ${column} = @wanted`)
    .get({ wanted });
  mustBeCurrent(String(row?.updated_at), versions);
}

/** Changes these columns of one row, found by its id. Refused with Stale when the row now has another version. */
export function updateRecord(db: Connection, table: string, which: Which, columns: Row, { at }: By): void {
  mustMatchVersion(db, table, which);
  const { column, wanted } = only(which.id);
  const values = given(columns);
  const set = [...Object.keys(values).map((name) => `${name} = @${name}`), nextVersion];
  db.prepare<Row>(`UPDATE ${table} SET ${set.join(', ')} WHERE ${column} = @wanted`).run({ ...values, wanted, at });
}

/** The one column that identifies a row, and its value. */
function only(id: Which['id']): { column: string; wanted: string } {
  const [[column, wanted] = ['', '']] = Object.entries(id);
  return { column, wanted };
}
