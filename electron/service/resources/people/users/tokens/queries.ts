import type { ChangedToken, listAllTokens, tokenApi } from '@shared/contract/tokens';
import { fold } from '@shared/fold';
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
import { found } from '../../../../refusal';
import type { Connection } from '../../../../store/connection';
import { contains, flag, isoTime, joinedInOrder } from '../../../../store/fragments';
import { change } from '../../../../store/query';
import { insertRecord, mustMatchVersion, named, updateRecord } from '../../../../store/record';
import { columnsOf, text } from '../../../../store/sql';
import { usersInScope } from '../list/queries';
import { mustCoverUser, mustNotExceedUser } from '../reach.queries';

const record = {
  ...columnsOf('k', ['token_id', 'name']),
  created_at: isoTime('k.created_at'),
  last_used_at: isoTime('k.last_used_at'),
  opens_recordings: flag('CASE WHEN k.private_key_sealed IS NULL THEN 0 ELSE 1 END'),
};

/** The tokens of a user, by name. */
export const tokenList = list<typeof tokenApi.list>('/api/v2/users/:user_id/tokens.json', {
  from: 'user_tokens k',
  record,
  key: [text('k.name_folded'), text('k.token_id')],
  scope: (scope) => `EXISTS (SELECT 1 FROM users u WHERE u.user_id = k.user_id AND ${usersInScope(scope)})`,
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
  scope: usersInScope,
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

/** The stored part of a token: its hash, and the user's private key sealed under it, if that was open. */
export type SealedToken = { hash: string; private_key_sealed: Uint8Array | null };

/**
 * Stores and audits a token for a user in scope. Refused with NotFound, InvalidRecord at `name`, or PermissionError when
 * the user may see or do more than the caller: the token acts as the user.
 */
export const insertToken = change(
  'tokens.insert',
  (db, { id, parent, scope, holder, record, sealed }: Insert<{ name: string }> & { sealed: SealedToken }, by): void => {
    const user_id = found(parent);
    mustCoverUser(db, user_id, { scope, holder });
    insertRecord(db, 'user_tokens', { token_id: id, user_id, ...named(record.name), ...sealed }, by);
    auditCreated(db, by, target({ id, parent, scope }));
  },
);

/**
 * Renames and audits a token. Refused with NotFound, Stale, InvalidRecord at `name`, or PermissionError when the role of its
 * user exceeds the caller's.
 */
export const changeToken = change('tokens.change', (db, asked: Update<ChangedToken>, by): void =>
  auditChanged(db, by, target(asked), () => {
    mustNotExceedUser(db, found(asked.parent), asked);
    const { name } = asked.record;
    const columns = name === undefined ? {} : named(name);
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

/** Deletes the tokens of a user, and returns how many there were. */
export const removeTokens = (db: Connection, user_id: string): number =>
  db.prepare<{ user_id: string }>('DELETE FROM user_tokens WHERE user_id = @user_id').run({ user_id }).changes;
