import { extensionForms } from '@shared/phone-number';
import { type Reason, reason } from '@shared/reasons/reasons';
import { groupsInScope, inTenants, type Scope } from '../../../access/scope';
import { invalid } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { valuesOf } from '../../../store/fragments';
import { keptBy } from '../../../store/hooks';
import { nextVersion } from '../../../store/record';
import { groupHooks } from '../groups';
import { tenantHooks } from '../tenants';

/** Where a user belongs: their tenant, groups, role, and what they manage. */
export type Places = {
  tenant_id: string;
  group_id: string;
  groups: readonly string[];
  managed_groups: readonly string[];
  managed_tenants: readonly string[];
};

/**
 * Refuses groups that the tenant does not have, and unknown tenants, each at its field. What the user does not have yet
 * must also be in the caller's scope: otherwise a supervisor could take over any group.
 */
export function checkPlaces(db: Connection, places: Places, { had, scope }: { had: Lists; scope: Scope }): void {
  const { tenant_id, group_id } = places;
  const known = (from: string, id: string, ids: readonly string[], inScope: string, had: readonly string[]) => {
    const sql = `SELECT count(*) AS n FROM ${from} WHERE ${id} IN ${valuesOf('@ids', 'text')}
      AND (${id} IN ${valuesOf('@had', 'text')} OR ${inScope})`;
    const params = { ...scope.params, tenant_id, ids: JSON.stringify(ids), had: JSON.stringify(had) };
    return db.prepare<object, { n: number }>(sql).get(params)?.n === new Set(ids).size;
  };
  const groups = (ids: readonly string[], had: readonly string[]) =>
    known('(SELECT * FROM groups WHERE tenant_id = @tenant_id) g', 'g.group_id', ids, groupsInScope(scope, 'g'), had);
  const faults: Record<string, Reason> = {};
  if (!groups([group_id], had.groups)) faults.group_id = reason('group_foreign');
  // Reported at `group_id` already.
  const others = places.groups.filter((id) => id !== group_id);
  if (!groups(others, had.groups)) faults.groups = reason('groups_foreign');
  if (!groups(places.managed_groups, had.managed_groups)) faults.managed_groups = reason('groups_foreign');
  if (!known('tenants t', 't.tenant_id', places.managed_tenants, inTenants(scope, 't'), had.managed_tenants)) {
    faults.managed_tenants = reason('tenants_unknown');
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

export type Lists = {
  groups: readonly string[];
  managed_groups: readonly string[];
  managed_tenants: readonly string[];
};

/** The lists of a user who is not stored yet. */
export const noLists: Lists = { groups: [], managed_groups: [], managed_tenants: [] };

const tables = [
  ['groups', 'user_groups', 'group_id'],
  ['managed_groups', 'user_managed_groups', 'group_id'],
  ['managed_tenants', 'user_managed_tenants', 'tenant_id'],
] as const;

/** The groups that a user belongs to, and what they manage. */
export function listsOf(db: Connection, user_id: string): Lists {
  const read = (table: string, column: string) =>
    db
      .prepare<{ user_id: string }, { id: string }>(`SELECT ${column} AS id FROM ${table} WHERE user_id = @user_id`)
      .all({ user_id })
      .map(({ id }) => id);
  return Object.fromEntries(tables.map(([name, table, column]) => [name, read(table, column)])) as unknown as Lists;
}

/** Replaces the groups that a user belongs to, and what they manage. */
export function keepLists(db: Connection, user_id: string, lists: Lists): void {
  for (const [name, table, column] of tables) {
    db.prepare<{ user_id: string }>(`DELETE FROM ${table} WHERE user_id = @user_id`).run({ user_id });
    const add = db.prepare<object>(`INSERT INTO ${table} (user_id, ${column}) VALUES (@user_id, @id)`);
    for (const id of new Set(lists[name])) add.run({ user_id, id });
  }
}

/**
 * Removes a group or tenant that is deleted from the lists of users, who get another version. Returns how many belonged to
 * the group or managed the tenant.
 */
const leaveLists =
  (column: 'group_id' | 'tenant_id') =>
  (db: Connection, id: string, { at }: By) => {
    const lists = tables.flatMap(([, table, held]) => (held === column ? [table] : []));
    const users = lists.map((table) => `SELECT user_id FROM ${table} WHERE ${column} = @id`).join(' UNION ');
    db.prepare<object>(`UPDATE users SET ${nextVersion} WHERE user_id IN (${users})`).run({ id, at });
    const [left = 0] = lists.map(
      (table) => db.prepare<object>(`DELETE FROM ${table} WHERE ${column} = @id`).run({ id }).changes,
    );
    return { users: left };
  };

groupHooks.removing.add(keptBy({ table: 'users', column: 'group_id', why: reason('group_is_main') }));
groupHooks.removed.add(leaveLists('group_id'));
tenantHooks.removed.add(leaveLists('tenant_id'));

/** Stores a user's extensions by tenant. Refused with InvalidRecord when another user has one of them. */
export function keepExtensions(db: Connection, user_id: string, tenant_id: string): void {
  const which = { user_id };
  const row = db
    .prepare<typeof which, { fieldset_recording: string }>(
      'SELECT fieldset_recording FROM users WHERE user_id = @user_id',
    )
    .get(which);
  const { extensions } = JSON.parse(row?.fieldset_recording ?? '{"extensions":[]}') as { extensions: string[] };
  db.prepare<typeof which>('DELETE FROM user_extensions WHERE user_id = @user_id').run(which);
  const add = db.prepare<object>(`
    INSERT INTO user_extensions (tenant_id, extension, user_id) VALUES (@tenant_id, @extension, @user_id)
    ON CONFLICT DO NOTHING`);
  // Also by its digits, because a phone system may write it differently.
  for (const extension of new Set(extensions.flatMap(extensionForms))) {
    if (add.run({ tenant_id, extension, user_id }).changes === 0) {
      throw invalid({ 'fieldset_recording.extensions': reason('extension_taken', { extension }) });
    }
  }
}
