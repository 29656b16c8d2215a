import type { ChangedGroup, groupApi, NewGroup } from '@shared/contract/groups';
import { fold } from '@shared/fold';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { groupsInScope, type Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { contains } from '../../../store/fragments';
import { Hook } from '../../../store/hooks';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, text } from '../../../store/sql';

/** Groups by name. */
export const groupList = list<typeof groupApi.list>('/api/v2/groups.json', {
  from: 'groups g',
  record: {
    ...columnsOf('g', ['group_id', 'tenant_id', 'name', 'timezone']),
    user_count: '(SELECT count(*) FROM user_groups m WHERE m.group_id = g.group_id)',
  },
  key: [text('g.name_folded'), text('g.group_id')],
  scope: (scope) => groupsInScope(scope, 'g'),
  filters: {
    search_term: (term, { bind }) => contains('g.name_folded', bind(fold(term))),
    tenant_id: (id, { bind }) => `g.tenant_id = ${bind(id)}`,
  },
  id: 'g.group_id',
  named: { as: 'group', by: 'g.name' },
  version: 'g.updated_at',
});

/** What other resources do before a group is deleted, and when it is. */
export const groupHooks = { removing: new Hook(), removed: new Hook() };

const target = (id: string, scope: Scope) => ({ list: groupList, resource: 'group' as const, id, scope });

type NewRow = { group_id: string; tenant_id: string; name: string; timezone?: string };

/** Stores a group inside the caller's transaction. */
export const storeGroup = (db: Connection, { name, ...columns }: NewRow, by: By): void =>
  insertRecord(db, 'groups', { ...columns, ...named(name) }, by);

/** Stores and audits a group. Refused with InvalidRecord, by field. */
export const insertGroup = change('groups.insert', (db, { id, record, scope }: Insert<NewGroup>, by): void => {
  const { name, timezone } = record;
  storeGroup(db, { group_id: id, tenant_id: tenantFor(db, scope, record.tenant_id), timezone, name }, by);
  auditCreated(db, by, target(id, scope));
});

/** Changes and audits a group in scope. Refused with NotFound, Stale, or InvalidRecord by field. */
export const changeGroup = change(
  'groups.change',
  (db, { id, record, versions, scope }: Update<ChangedGroup>, by): void => {
    const { name, timezone } = record;
    const columns = { timezone, ...(name !== undefined && named(name)) };
    auditChanged(db, by, target(id, scope), () =>
      updateRecord(db, 'groups', { id: { group_id: id }, versions }, columns, by),
    );
  },
);

/**
 * Deletes a group, and removes it from the people who belong to it or manage it. Refused with NotFound, Stale, or
 * Conflict while it is someone's main group.
 */
export const removeGroup = change('groups.remove', (db, { id, versions, scope }: Remove, by): void => {
  const which = { group_id: id };
  auditDeleted(db, by, target(id, scope), () => {
    groupHooks.removing.run(db, id, by);
    mustMatchVersion(db, 'groups', { id: which, versions });
    const details = groupHooks.removed.run(db, id, by);
    db.prepare<typeof which>('DELETE FROM groups WHERE group_id = @group_id').run(which);
    return details;
  });
});
