import type { ChangedRole, NewRole, roleApi } from '@shared/contract/roles';
import { fold } from '@shared/fold';
import type { Permissions } from '@shared/permissions';
import { keepAdministrator } from '../../../access/administrators';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { mustNotExceed } from '../../../access/role-limits';
import { type Holder, inTenants, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { found } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains, storedJson } from '../../../store/fragments';
import { Hook } from '../../../store/hooks';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { absent, columnsOf, text } from '../../../store/sql';

const inScope = (scope: Scope) => inTenants(scope, 'r');

/** Roles by name. */
export const roleList = list<typeof roleApi.list>('/api/v2/roles.json', {
  from: 'roles r',
  record: (scope) => ({
    role_id: 'r.role_id',
    tenant_id: scope.multi_tenancy ? 'r.tenant_id' : absent,
    ...columnsOf('r', ['name', 'access_level']),
    permissions: storedJson('r.permissions', '{}'),
    user_count: '(SELECT count(*) FROM users u WHERE u.role_id = r.role_id)',
  }),
  key: [text('r.name_folded'), text('r.role_id')],
  scope: inScope,
  filters: {
    search_term: (term, { bind }) => contains('r.name_folded', bind(fold(term))),
    tenant_id: (id, { bind }) => `r.tenant_id = ${bind(id)}`,
  },
  id: 'r.role_id',
  named: { as: 'role', by: 'r.name' },
  version: 'r.updated_at',
});

/** What other resources do before a role is deleted. */
export const roleHooks = { removing: new Hook() };

const target = (id: string, scope: Scope) => ({ list: roleList, resource: 'role' as const, id, scope });

/** The rights and reach of a role in scope; undefined for a role out of scope. */
export function heldRole(db: Connection, id: string, scope: Scope): (Holder & { tenant_id: string }) | undefined {
  const row = db
    .prepare<Record<string, string>, { tenant_id: string; access_level: Holder['access_level']; permissions: string }>(
      `SELECT r.tenant_id, r.access_level, r.permissions FROM roles r WHERE r.role_id = @id AND ${inScope(scope)}`,
    )
    .get({ ...scope.params, id });
  return row && { ...row, permissions: JSON.parse(row.permissions) };
}

/** The areas in which a role holds rights. */
const held = (permissions: Permissions): Permissions =>
  Object.fromEntries(Object.entries(permissions).filter(([, actions]) => actions.length > 0));

type NewRow = Holder & { role_id: string; tenant_id: string; name: string };

/** Stores a role inside the caller's transaction. */
export const storeRole = (db: Connection, { name, permissions, ...columns }: NewRow, by: By): void =>
  insertRecord(db, 'roles', { ...columns, ...named(name), permissions: JSON.stringify(permissions) }, by);

/** Stores and audits a role. Refused with InvalidRecord by field, or PermissionError when it exceeds the caller's own. */
export const insertRole = change('roles.insert', (db, { id, record, scope, holder }: Insert<NewRole>, by): void => {
  const { name, access_level } = record;
  const permissions = held(record.permissions);
  const tenant_id = tenantFor(db, scope, record.tenant_id);
  mustNotExceed({ access_level, permissions }, holder);
  storeRole(db, { role_id: id, tenant_id, name, access_level, permissions }, by);
  auditCreated(db, by, target(id, scope));
});

/**
 * Changes and audits a role in scope. Areas that are not sent keep their rights; an empty one loses them. Refused with
 * NotFound, Stale, InvalidRecord by field, PermissionError when the role exceeds the caller's own before or after, and
 * Conflict when no administrator would be left.
 */
export const changeRole = change(
  'roles.change',
  (db, { id, record, versions, scope, holder }: Update<ChangedRole>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const before = found(heldRole(db, id, scope));
      const { name, access_level = before.access_level } = record;
      const permissions = held({ ...before.permissions, ...record.permissions });
      mustNotExceed(before, holder);
      mustNotExceed({ access_level, permissions }, holder);
      const columns = {
        access_level,
        permissions: JSON.stringify(permissions),
        ...(name !== undefined && named(name)),
      };
      keepAdministrator(db, by.at, () => updateRecord(db, 'roles', { id: { role_id: id }, versions }, columns, by));
    }),
);

/** Deletes a role. Refused with NotFound, Stale, PermissionError, or Conflict while someone has it. */
export const removeRole = change('roles.remove', (db, { id, versions, scope, holder }: Remove, by): void => {
  const which = { role_id: id };
  auditDeleted(db, by, target(id, scope), () => {
    mustNotExceed(found(heldRole(db, id, scope)), holder);
    roleHooks.removing.run(db, id, by);
    mustMatchVersion(db, 'roles', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM roles WHERE role_id = @role_id').run(which);
    return {};
  });
});
