import type { ChangedToken, listAllTokens, NewToken, tokenApi } from '@shared/contract/tokens';
import { dayMs } from '@shared/duration';
import { fold } from '@shared/fold';
import { longestTokenYears } from '@shared/limits';
import { firstBeyond, type Permissions } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../../access/changes';
import { list } from '../../../../access/list';
import type { Scope } from '../../../../access/scope';
import { found, invalid } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { contains, flag, isoTime, joinedInOrder, storedJson } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../../store/record';
import { columnsOf, text } from '../../../../store/sql';
import { usersInScope } from '../list/queries';
import { mustCoverUser, mustNotExceedUser } from '../reach.queries';

/** An expired token is listed for this time, so that its user sees why a tool was refused. */
const shownMs = 90 * dayMs;
const isShown = `(k.expires_at IS NULL OR k.expires_at > @now - ${shownMs})`;

const record = {
  ...columnsOf('k', ['token_id', 'name', 'access', 'hint']),
  scope: storedJson('k.scope'),
  expires_at: isoTime('k.expires_at'),
  is_expired: flag('CASE WHEN k.expires_at <= @now THEN 1 ELSE 0 END'),
  created_at: isoTime('k.created_at'),
  last_used_at: isoTime('k.last_used_at'),
  opens_recordings: flag('CASE WHEN k.private_key_sealed IS NULL THEN 0 ELSE 1 END'),
};

/** The tokens of a user, by name. */
export const tokenList = list<typeof tokenApi.list>('/api/v2/users/:user_id/tokens.json', {
  from: 'user_tokens k',
  record,
  key: [text('k.name_folded'), text('k.token_id')],
  scope: (scope) =>
    `${isShown} AND EXISTS (SELECT 1 FROM users u WHERE u.user_id = k.user_id AND ${usersInScope(scope)})`,
  filters: { user_id: (id, { bind }) => `k.user_id = ${bind(id)}` },
  id: 'k.token_id',
  named: { as: 'token', by: 'k.name' },
  parent: 'k.user_id',
  version: 'k.updated_at',
});

/** The tokens of all users, by name. */
export const allTokenList = list<typeof listAllTokens>('/api/v2/tokens.json', {
  from: joinedInOrder('user_tokens k', 'users u', 'ON u.user_id = k.user_id'),
  record: { ...record, ...columnsOf('u', ['user_id', 'role_id']), user_name: 'u.name' },
  key: [text('k.name_folded'), text('k.token_id')],
  scope: (scope) => `${isShown} AND ${usersInScope(scope)}`,
  filters: {
    search_term(term, { bind }) {
      const part = bind(fold(term));
      return `(${contains('k.name_folded', part)} OR ${contains('u.name_folded', part)})`;
    },
    user_id: (id, { bind }) => `u.user_id = ${bind(id)}`,
    not_used_since: (at, { bind }) => `(k.last_used_at IS NULL OR k.last_used_at < ${bind(at)})`,
  },
});

const target = ({ id, parent, scope }: { id: string; parent?: string | undefined; scope: Scope }) => ({
  list: tokenList,
  resource: 'token' as const,
  id,
  parent,
  scope,
});

/** The stored part of a token: its hash, its last characters, and the user's private key sealed under it, if that was open. */
export type SealedToken = { hash: string; hint: string; private_key_sealed: Uint8Array | null };

/**
 * Stores and audits a token for a user in scope. Refused with NotFound, InvalidRecord at `name` or `expires_at`, or
 * PermissionError when the user may see or do more than the caller: the token acts as the user.
 */
export const insertToken = change(
  'tokens.insert',
  (db, { id, parent, scope, holder, record, sealed }: Insert<NewToken> & { sealed: SealedToken }, by): void => {
    const user_id = found(parent);
    mustCoverUser(db, user_id, { scope, holder });
    removeLongExpired(db, user_id, by.at);
    const { name, access, scope: rights, expires_at = null } = record;
    mustBeToCome(expires_at, by.at);
    const columns = { ...named(name), access, scope: rights && JSON.stringify(rights), expires_at };
    insertRecord(db, 'user_tokens', { token_id: id, user_id, ...columns, ...sealed }, by);
    auditCreated(db, by, target({ id, parent, scope }));
  },
);

/**
 * Renames, narrows and audits a token. Refused with NotFound, Stale, InvalidRecord at `name` or where it would get wider, or
 * PermissionError when the role of its user exceeds the caller's.
 */
export const changeToken = change('tokens.change', (db, asked: Update<ChangedToken>, by): void =>
  auditChanged(db, by, target(asked), () => {
    mustNotExceedUser(db, found(asked.parent), asked);
    removeLongExpired(db, found(asked.parent), by.at);
    mustBeNarrower(db, asked, by.at);
    const { name, access, scope, expires_at } = asked.record;
    const columns = {
      ...(name !== undefined && named(name)),
      ...(access !== undefined && { access }),
      ...(scope !== undefined && { scope: scope && JSON.stringify(scope) }),
      ...(expires_at !== undefined && { expires_at }),
    };
    updateRecord(db, 'user_tokens', { id: { token_id: asked.id }, versions: asked.versions }, columns, by);
  }),
);

/** Revokes and audits a token; it no longer works. Refused like `changeToken`. */
export const removeToken = change('tokens.remove', (db, asked: Remove, by): void =>
  auditDeleted(db, by, target(asked), () => {
    mustNotExceedUser(db, found(asked.parent), asked);
    const which = { token_id: asked.id };
    mustMatchVersion(db, 'user_tokens', { id: which, versions: asked.versions });
    db.prepare<typeof which>('DELETE FROM user_tokens WHERE token_id = @token_id').run(which);
    return {};
  }),
);

/** Refuses an end that is not to come, or further away than a token may last. */
function mustBeToCome(expires_at: number | null, now: number): void {
  if (expires_at === null) return;
  if (expires_at <= now) throw invalid({ expires_at: reason('time_passed') });
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + longestTokenYears);
  if (expires_at > latest.getTime())
    throw invalid({ expires_at: reason('years_at_most', { years: longestTokenYears }) });
}

/** Refuses a change that gives a token more rights, or more time. */
function mustBeNarrower(db: Connection, { id, record }: Update<ChangedToken>, now: number): void {
  const { access, scope, expires_at } = record;
  const sql = 'SELECT access, scope, expires_at FROM user_tokens WHERE token_id = @id';
  const was = found(db.prepare<{ id: string }, Limits>(sql).get({ id }));
  // The right to use the API is in every scope.
  const rights = was.scope === null ? null : withApiAccess(JSON.parse(was.scope));
  if (access === 'all' && was.access === 'read') throw invalid({ access: reason('token_not_wider') });
  const isWider = (to: Permissions | null) => rights !== null && (to === null || firstBeyond(to, rights) !== undefined);
  if (scope !== undefined && isWider(scope)) throw invalid({ scope: reason('token_not_wider') });
  if (expires_at === undefined || expires_at === was.expires_at) return;
  if (was.expires_at !== null && (expires_at === null || expires_at > was.expires_at)) {
    throw invalid({ expires_at: reason('token_not_longer') });
  }
  mustBeToCome(expires_at, now);
}

const withApiAccess = ({ system = [], ...others }: Permissions): Permissions => ({
  ...others,
  system: [...system, 'api_access'],
});

type Limits = { access: string; scope: string | null; expires_at: number | null };

/** Deletes tokens of a user that are no longer listed, so that their names are free. */
function removeLongExpired(db: Connection, user_id: string, now: number): void {
  const sql = 'DELETE FROM user_tokens WHERE user_id = @user_id AND expires_at <= @before';
  db.prepare<object>(sql).run({ user_id, before: now - shownMs });
}

/** Deletes the tokens of a user, and returns how many there were. */
export const removeTokens = (db: Connection, user_id: string): number =>
  db.prepare<{ user_id: string }>('DELETE FROM user_tokens WHERE user_id = @user_id').run({ user_id }).changes;
