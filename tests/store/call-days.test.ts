import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Call, callQuery } from '@shared/contract/calls';
import type { AccessLevel, Permissions } from '@shared/permissions';
import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../electron/service/access/actor';
import { scopeOf } from '../../electron/service/access/scope';
import { stepsOfCalls } from '../../electron/service/resources/calls/calls/days.queries';
import { callList } from '../../electron/service/resources/calls/calls/list.queries';
import { insertCalls } from '../../electron/service/resources/calls/calls/queries';
import { byEarshot } from '../../electron/service/store/audit';
import { type Connection, openConnection } from '../../electron/service/store/connection';
import { migrate } from '../../electron/service/store/migrate';
import { diceOf } from '../support/dice';
import { seed } from '../support/seed';
import { temporaryFolder } from '../support/start-service';

const dayMs = 86_400_000;
const tenants = [randomUUID(), randomUUID()] as const;

/**
 * Calls of two tenants in the days around 1970 and in a later year, some of them later removed, moved or made
 * confidential.
 */
async function archive(calls: number): Promise<Connection> {
  const folder = temporaryFolder();
  const db = openConnection(join(folder, 'earshot.db'));
  onTestFinished(() => db.close());
  await migrate(db, folder);
  const dice = diceOf(seed);
  db.transaction(() => {
    for (const [n, tenant_id] of tenants.entries()) {
      db.prepare<object>(`INSERT INTO tenants (tenant_id, name, name_folded, timezone, created_at, updated_at)
        VALUES (@tenant_id, @name, @name, 'UTC', 0, 0)`).run({ tenant_id, name: String(n) });
    }
    const made = Array.from({ length: calls }, (_, n) => ({
      call_id: randomUUID(),
      tenant_id: tenants[dice(2)] as string,
      setup_time: (dice(2) === 0 ? dice(6) - 3 : 20_000 + dice(30)) * dayMs + n * 1000,
      confidential: dice(3) - 1,
      participants: [],
      category_ids: [],
      custom_values: [],
    }));
    insertCalls.change(db, { calls: made }, byEarshot(0));
    const run = (sql: string, call_id: string) => db.prepare<object>(sql).run({ call_id, tenant_id: tenants[dice(2)] });
    for (const { call_id } of made) {
      const fate = dice(10);
      if (fate === 0) run('UPDATE calls SET removed_at = 1 WHERE call_id = @call_id', call_id);
      if (fate === 1)
        run('UPDATE calls SET confidential = 1 - coalesce(confidential, 0) WHERE call_id = @call_id', call_id);
      if (fate === 2) run('UPDATE calls SET tenant_id = @tenant_id WHERE call_id = @call_id', call_id);
      if (fate === 3) run('DELETE FROM calls WHERE call_id = @call_id', call_id);
      if (fate === 4) {
        run('UPDATE calls SET removed_at = 1 WHERE call_id = @call_id', call_id);
        run('UPDATE calls SET removed_at = NULL, confidential = NULL WHERE call_id = @call_id', call_id);
      }
    }
  });
  return db;
}

const callers: [string, AccessLevel, Permissions][] = [
  ['all tenants', 'root', { calls: ['confidential'] }],
  ['all tenants without what is confidential', 'root', {}],
  ['one tenant', 'tenant', { calls: ['confidential'] }],
  ['one tenant without what is confidential', 'tenant', {}],
];

test.each(callers)(
  'for %s, the days add up to the list, and a distant page equals the one reached by walking',
  async (_, access_level, permissions) => {
    const db = await archive(6_000);
    const caller = { access_level, permissions, tenant_id: tenants[0], user_id: randomUUID() };
    const scope = scopeOf(caller as unknown as Actor, 0);
    for (const sort_order of ['desc', 'asc'] as const) {
      const values = callQuery.parse({ sort_order });
      const page = (start: number, limit = 20) => {
        const { bytes } = callList.page.run(db, { values, scope, zone: 'UTC', limit, start, cap: 0, after: undefined });
        return (JSON.parse(Buffer.from(bytes).toString()) as Call[]).map(({ call_id }) => call_id);
      };
      const { limit: _, start: __, max_total_calc: ___, ...filters } = values;
      const all = page(0, 10_000);
      const steps = stepsOfCalls(db, { values: filters, scope }) ?? [];

      expect(all.length).toBeGreaterThan(1_500);
      // A search without words does not narrow the list.
      expect(stepsOfCalls(db, { values: { ...filters, search_term: ' ' }, scope })).toEqual(steps);
      expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      expect(callList.count.run(db, { values, scope, zone: 'UTC' })).toBe(all.length);
      expect(callList.count.run(db, { values, scope, zone: 'UTC', cap: 7 })).toBe(7);
      for (const start of [999, 1_000, 1_001, 1_234, all.length - 1, all.length, all.length + 5]) {
        expect({ start, page: page(start) }).toEqual({ start, page: all.slice(start, start + 20) });
      }
    }
  },
);
