import type { userApi } from '@shared/contract/users';
import { fold } from '@shared/fold';
import { list } from '../../../../access/list';
import { inTenants, type Scope } from '../../../../access/scope';
import { contains, jsonObject } from '../../../../store/fragments';
import { query } from '../../../../store/query';
import { text } from '../../../../store/sql';
import { userRecord } from './record';

/** A supervisor sees the people in the groups that they manage, everyone themselves. */
export function usersInScope(scope: Scope): string {
  const people = {
    all: 'TRUE',
    managed: `(u.user_id = @scope_user OR EXISTS (
      SELECT 1 FROM user_groups g JOIN user_managed_groups m USING (group_id)
      WHERE g.user_id = u.user_id AND m.user_id = @scope_user))`,
    self: 'u.user_id = @scope_user',
  }[scope.people];
  return `${inTenants(scope, 'u')} AND ${people}`;
}

/** The text that a caller searches: without the logins, which are on a line of their own, if the caller does not see them. */
const searchedBy = ({ user_sections }: Scope, newLine: string): string =>
  user_sections.login
    ? 'u.searched'
    : `replace(u.searched, ${newLine} || coalesce(u.login_folded, '') || ${newLine}, ${newLine})`;

/** Users by name. */
export const userList = list<typeof userApi.list>('/api/v2/users.json', {
  from: 'users u',
  record: userRecord,
  key: [text('u.name_folded'), text('u.user_id')],
  scope: usersInScope,
  filters: {
    search_term: (term, { bind, scope }) => contains(searchedBy(scope, bind('\n')), bind(fold(term))),
    tenant_id: (id, { bind }) => `u.tenant_id = ${bind(id)}`,
    group_id: (id, { bind }) =>
      `EXISTS (SELECT 1 FROM user_groups g WHERE g.user_id = u.user_id AND g.group_id = ${bind(id)})`,
    role_id: (id, { bind }) => `u.role_id = ${bind(id)}`,
    is_active: (value, { bind }) => `u.is_active = ${bind(Number(value))}`,
    // Nobody has a licence that the caller may not see.
    licence: (licence, { scope }) => (scope.user_sections.licensing ? `u.is_active = 1 AND u.${licence} = 1` : 'FALSE'),
  },
  id: 'u.user_id',
  named: { as: 'user', by: 'u.name' },
  version: 'u.updated_at',
});

const everySection = { login: true, recording: true, licensing: true };
type Own = { user_id: string; zone: string; user_sections?: Scope['user_sections'] | undefined };

/** The user of a session as JSON, whatever the reach of their role; with every section, unless someone else sees it. */
export const selectOwnUser = query('users.own', (db, { user_sections = everySection, ...which }: Own) =>
  db
    .prepare<typeof which, { json: string }>(
      `SELECT ${jsonObject(userRecord({ user_sections }))} AS json FROM users u WHERE u.user_id = @user_id`,
    )
    .get(which),
);
