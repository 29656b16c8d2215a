import type { ChangedSearch, NewSearch, savedSearchApi } from '@shared/contract/saved-searches';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { Refusal } from '../../../refusal';
import type { Connection } from '../../../store/connection';
import { flag, storedJson } from '../../../store/fragments';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../store/record';
import { columnsOf, text } from '../../../store/sql';
import { userHooks } from '../../people/users';

/**
 * SQL condition: the search `s` is the caller's own, or shared. Not an OR, for which SQLite would look in two indexes and
 * sort.
 */
const searchInScope = (scope: Scope): string =>
  `CASE WHEN s.user_id = @scope_user THEN 1 WHEN ${inTenants(scope, 's')} THEN s.is_shared ELSE 0 END = 1`;

/** The caller's own searches and those that others share, by name. */
export const savedSearchList = list<typeof savedSearchApi.list>('/api/v2/saved_searches.json', {
  from: 'saved_searches s',
  record: {
    ...columnsOf('s', ['saved_search_id', 'user_id', 'name', 'query']),
    columns: storedJson('s.columns', '[]'),
    is_compact: flag('s.is_compact'),
    is_shared: flag('s.is_shared'),
  },
  key: [text('s.name_folded'), text('s.saved_search_id')],
  scope: searchInScope,
  filters: {},
  id: 's.saved_search_id',
  named: { as: 'saved_search', by: 's.name' },
  version: 's.updated_at',
});

const target = (id: string, scope: Scope) => ({ list: savedSearchList, resource: 'saved_search' as const, id, scope });

/** Stores and audits a search of the caller. Refused with InvalidRecord at `name`. */
export const insertSearch = change(
  'saved-searches.insert',
  (db, { id, record, scope }: Insert<NewSearch>, by): void => {
    const { name, query, columns, is_compact, is_shared } = record;
    const { scope_tenant: tenant_id, scope_user: user_id } = scope.params;
    const row = { saved_search_id: id, tenant_id, user_id, query, columns: JSON.stringify(columns) };
    const flags = { is_compact: Number(is_compact), is_shared: Number(is_shared) };
    insertRecord(db, 'saved_searches', { ...row, ...named(name), ...flags }, by);
    auditCreated(db, by, target(id, scope));
  },
);

/** Changes and audits a search. Refused with NotFound, Stale, InvalidRecord at `name`, or PermissionError. */
export const changeSearch = change(
  'saved-searches.change',
  (db, { id, record, versions, scope }: Update<ChangedSearch>, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      mustBeOwn(db, id, scope);
      const { name, query, columns, is_compact, is_shared } = record;
      const changed = {
        query,
        columns: columns && JSON.stringify(columns),
        is_compact: is_compact === undefined ? undefined : Number(is_compact),
        is_shared: is_shared === undefined ? undefined : Number(is_shared),
        ...(name !== undefined && named(name)),
      };
      updateRecord(db, 'saved_searches', { id: { saved_search_id: id }, versions }, changed, by);
    }),
);

/** Deletes and audits a search. Refused with NotFound, Stale, or PermissionError. */
export const removeSearch = change('saved-searches.remove', (db, { id, versions, scope }: Remove, by): void =>
  auditDeleted(db, by, target(id, scope), () => {
    mustBeOwn(db, id, scope);
    const which = { saved_search_id: id };
    mustMatchVersion(db, 'saved_searches', { id: which, versions });
    db.prepare<typeof which>('DELETE FROM saved_searches WHERE saved_search_id = @saved_search_id').run(which);
    return {};
  }),
);

/** Refuses a search that someone else shares. */
function mustBeOwn(db: Connection, id: string, { params }: Scope): void {
  const sql = 'SELECT 1 FROM saved_searches WHERE saved_search_id = @id AND user_id = @scope_user';
  if (!db.prepare<object>(sql).get({ id, scope_user: params.scope_user })) {
    throw new Refusal('PermissionError', reason('search_not_own'));
  }
}

userHooks.removed.add((db, user_id) => {
  db.prepare<{ user_id: string }>('DELETE FROM saved_searches WHERE user_id = @user_id').run({ user_id });
});
