import { fold } from '@shared/fold';
import { Refusal } from '../refusal';
import type { By } from './audit';
import type { Connection } from './connection';

type Row = Record<string, string | number | Uint8Array | null>;

/** A name and the folded form that keeps it unique. */
export const named = (name: string): { name: string; name_folded: string } => ({ name, name_folded: fold(name) });

/** Stores a row, with the time in `created_at` and `updated_at`. */
export function insertRecord(db: Connection, table: string, row: Row, { at }: By): void {
  const columns = [...Object.keys(row), 'created_at', 'updated_at'];
  db.prepare<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  ).run({ ...row, created_at: at, updated_at: at });
}

/** The versions that a row may have for the change to happen (If-Match); undefined when any will do. */
export type Versions = readonly string[] | undefined;
/** Which row: its id by the name of the id's column. */
type Which = { id: Record<string, string>; versions: Versions };

/**
 * Changes these columns of one row, found by its id. The version of a row is its `updated_at`, which grows with each
 * change. Refused with Stale when the row is of another version by now.
 */
export function updateRecord(db: Connection, table: string, { id, versions }: Which, columns: Row, { at }: By): void {
  const [[column, wanted] = ['', '']] = Object.entries(id);
  const row = db
    .prepare<Row, { updated_at: number }>(`SELECT updated_at FROM ${table} WHERE ${column} = @wanted`)
    .get({ wanted });
  if (versions && !versions.includes(String(row?.updated_at))) throw stale();
  const updated_at = Math.max(at, (row?.updated_at ?? 0) + 1);
  const set = Object.keys({ ...columns, updated_at }).map((name) => `${name} = @${name}`);
  db.prepare<Row>(`UPDATE ${table} SET ${set.join(', ')} WHERE ${column} = @wanted`).run({
    ...columns,
    updated_at,
    wanted,
  });
}

/** The record was changed since the caller read it. */
const stale = () => new Refusal('Stale', 'This record has been changed since. Read it again.');
