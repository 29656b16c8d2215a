import type { Reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { By } from './audit';
import type { Connection } from './connection';

/** May return details, which are added to the audit entry of the moment if that has any. */
type Run<I> = (db: Connection, input: I, by: By) => Record<string, unknown> | undefined;

/**
 * A moment in the life of a record, such as its removal. The resource of the record runs it, inside its transaction. The
 * resources above add to it what they do then, next to their own queries, and may refuse by throwing. They run in no
 * particular order.
 */
export class Hook<I = string> {
  private readonly all: Run<I>[] = [];

  add(run: Run<I>): void {
    this.all.push(run);
  }

  /** Returns the details of all. */
  run(...moment: Parameters<Run<I>>): Record<string, unknown> {
    return Object.assign({}, ...this.all.map((run) => run(...moment)));
  }
}

/** Refuses with Conflict to remove a record while rows of a table refer to it. */
export const keptBy =
  ({ table, column, why }: { table: string; column: string; why: Reason }): Run<string> =>
  (db, id) => {
    const sql = `SELECT 1 FROM ${table} WHERE ${column} = @${column} LIMIT 1`;
    if (db.prepare<Record<string, string>>(sql).get({ [column]: id })) throw new Refusal('Conflict', why);
  };
