import type { Actor } from '../../electron/service/access/actor';
import { scopeOf } from '../../electron/service/access/scope';
import { readQuery } from '../../electron/service/http/validate';
import { callList } from '../../electron/service/resources/calls/calls/list.queries';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { listCalls } from '../../shared/contract/calls';
import type { QueryOf } from '../../shared/contract/operation';
import { everyPermission } from '../../shared/permissions';

const administrator = {
  access_level: 'root',
  in_system_tenant: true,
  multi_tenancy: false,
  permissions: everyPermission(),
  tenant_id: '',
  user_id: '',
} as unknown as Actor;

/** The query plans of the statements that the first page of a search runs, as lines. */
export function plansOf(database: string, query: string): string[] {
  const db = openConnection(database, { readonly: true });
  const lines: string[] = [];
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    const explained = (input: unknown[]) => {
      const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...input);
      lines.push(...plan.map(({ detail }) => detail));
      return input;
    };
    return {
      all: (...input: unknown[]) => statement.all(...explained(input)),
      get: (...input: unknown[]) => statement.get(...explained(input)),
    };
  };
  try {
    const asked = readQuery(`?${query}`, listCalls.query) as QueryOf<typeof listCalls>;
    const { limit, start, max_total_calc: cap, after: _, ...values } = asked;
    const input = {
      values,
      limit,
      start,
      cap,
      after: undefined,
      scope: scopeOf(administrator, Date.now()),
      zone: 'UTC',
    };
    callList.page.run({ ...db, prepare } as unknown as Connection, input);
    return lines;
  } finally {
    db.close();
  }
}
