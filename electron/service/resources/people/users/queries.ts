import type { ChangedUser, NewUser as NewUserRecord } from '@shared/contract/users';
import { reason } from '@shared/reasons/reasons';
import { keepAdministrator } from '../../../access/administrators';
import {
  auditChanged,
  auditCreated,
  auditDeleted,
  type Insert,
  type Remove,
  type Update,
} from '../../../access/changes';
import { mustBeMet, type Unmet } from '../../../access/needs';
import type { Scope } from '../../../access/scope';
import { tenantFor } from '../../../access/tenants';
import { found, invalid, Refusal } from '../../../refusal';
import { audit, type By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { Hook, keptBy } from '../../../store/hooks';
import { change } from '../../../store/query';
import { insertRecord, mustMatchVersion, updateRecord, type Versions } from '../../../store/record';
import { roleHooks } from '../roles';
import { keepCredentials, removeCredentials, type StoredCredentials } from './credentials.queries';
import { checkSeats, licencesOf } from './licences/queries';
import { userList } from './list/queries';
import { foldedNames, unsetSections } from './list/record';
import { checkPlaces, keepExtensions, keepLists, listsOf, noLists } from './places.queries';
import { mustCoverUser, mustGrant, mustNotExceedUser } from './reach.queries';
import { dropSecondFactor } from './second-factor/queries';
import { removeTokens } from './tokens/queries';

/** The input of a change to a user besides the record: the credentials for a new password. */
type WithCredentials = { credentials: StoredCredentials | null };
const target = (id: string, scope: Scope) => ({ list: userList, resource: 'user' as const, id, scope });

/** A person who gets another password; `giveUp`: also if they are the only one who can open a key. */
type Reset = { user_id: string; giveUp: boolean };
/** What other resources do when a user is deactivated, gets another password from somebody else, or is deleted. */
export const userHooks = {
  deactivated: new Hook(),
  reset: new Hook<Reset>(),
  removing: new Hook(),
  removed: new Hook(),
};
roleHooks.removing.add(keptBy({ table: 'users', column: 'role_id', why: reason('role_in_use') }));

/** The columns for a body. `was` is the user before the change, into which sections are merged. */
function columnsOf(record: Partial<NewUserRecord> | ChangedUser, was: Stored) {
  const { name, is_active, email, timezone, language, group_id, role_id, ...sections } = record;
  const { password: _, current_password: __, ...login } = sections.fieldset_login ?? {};
  const { login: sent, can_login = was.can_login === 1, ...rest } = login;
  const names = {
    name: name ?? was.name,
    email: email ?? was.email,
    login: sent === undefined ? was.login : sent || null,
  };
  return {
    ...numbers({ is_active, ...rest, ...sections.fieldset_licensing }),
    can_login: Number(can_login),
    ...names,
    ...foldedNames(names),
    timezone,
    language,
    group_id,
    role_id,
    ...(Object.fromEntries(
      Object.keys(unsetSections).map((section) => {
        const key = section as keyof typeof unsetSections;
        return [key, JSON.stringify({ ...JSON.parse(was[key]), ...sections[key] })];
      }),
    ) as Pick<Stored, keyof typeof unsetSections>),
  };
}

/** true and false as SQLite stores them. */
const numbers = (values: Record<string, string | number | boolean | null | undefined>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );

type Stored = {
  is_active: number;
  can_login: number;
  tenant_id: string;
  group_id: string;
  role_id: string;
  name: string;
  email: string;
  login: string | null;
} & Record<keyof typeof unsetSections, string>;
const nobody = {
  is_active: 1,
  can_login: 0,
  name: '',
  email: '',
  login: null,
  ...(Object.fromEntries(Object.entries(unsetSections).map(([name, value]) => [name, JSON.stringify(value)])) as Record<
    keyof typeof unsetSections,
    string
  >),
};

const stored = (db: Connection, user_id: string): Stored & { has_password: 0 | 1 } =>
  found(
    db
      .prepare<{ user_id: string }, Stored & { has_password: 0 | 1 }>(`
        SELECT u.tenant_id, u.group_id, u.role_id, u.is_active, u.can_login, u.name, u.email, u.login, u.fieldset_recording,
          u.fieldset_screen_recording, u.fieldset_phone_services,
          CASE WHEN EXISTS (SELECT 1 FROM user_credentials c WHERE c.user_id = u.user_id) THEN 1 ELSE 0 END AS has_password
        FROM users u WHERE u.user_id = @user_id`)
      .get({ user_id }),
  );

/** Refuses a user who may sign in, or has a password, without a login. */
function mustHaveLogin({ can_login, login }: { can_login: number; login: string | null }, hasPassword: boolean): void {
  if (login === null && (can_login || hasPassword)) throw invalid({ 'fieldset_login.login': reason('required') });
}

type Recorded = Pick<Stored, 'fieldset_recording'>;

/**
 * Refuses a caller who does not reach the whole tenant other extensions of a user: the calls of a number would come into
 * their reach.
 */
function mustExtend(was: Recorded, now: Recorded, unmet: Unmet): void {
  const extensionsOf = ({ fieldset_recording }: Recorded) => JSON.stringify(JSON.parse(fieldset_recording).extensions);
  if (extensionsOf(was) !== extensionsOf(now)) mustBeMet(unmet, 'user.fieldset_recording.extensions');
}

/** Stores and audits a user. Refused with InvalidRecord by field, or PermissionError when the role exceeds the caller's. */
export const insertUser = change(
  'users.insert',
  (db, { id, record, scope, holder, unmet, credentials }: Insert<NewUserRecord> & WithCredentials, by): void => {
    const tenant_id = tenantFor(db, scope, record.tenant_id);
    const { group_id, role_id, groups = [], managed_groups = [], managed_tenants = [] } = record;
    const places = {
      tenant_id,
      group_id,
      groups: [...new Set([group_id, ...groups])],
      managed_groups,
      managed_tenants,
    };
    // A user with a login may sign in unless the body says otherwise.
    const can_login = record.fieldset_login?.login ? 1 : 0;
    const columns = columnsOf(record, { ...nobody, can_login, tenant_id, group_id, role_id });
    mustExtend(nobody, columns, unmet);
    mustGrant(db, role_id, tenant_id, { scope, holder });
    checkPlaces(db, places, { had: noLists, scope });
    mustHaveLogin(columns, credentials !== null);
    insertRecord(db, 'users', { user_id: id, tenant_id, ...columns }, by);
    keepLists(db, id, places);
    keepExtensions(db, id, tenant_id);
    checkSeats(db, tenant_id, licencesOf(db, id));
    if (credentials) keepCredentials(db, id, credentials, by);
    auditCreated(db, by, target(id, scope));
  },
);

type ChangingUser = Update<ChangedUser> & WithCredentials & { give_up_keys?: boolean };

/**
 * Changes and audits a user in scope. A new password replaces the key pair, and with it every grant and the second factor.
 * Refused with NotFound, Stale, InvalidRecord by field, PermissionError when the user's role before or after exceeds the
 * caller's, or Conflict when no administrator would be left, or nobody who can open recordings.
 */
export const changeUser = change(
  'users.change',
  (db, { id, record, versions, scope, holder, unmet, credentials, give_up_keys }: ChangingUser, by): void =>
    auditChanged(db, by, target(id, scope), () => {
      const was = stored(db, id);
      const { tenant_id } = was;
      mustNotExceedUser(db, id, { scope, holder });
      // Anyone who knows the password acts as the user.
      if (credentials) mustCoverUser(db, id, { scope, holder });
      if (record.role_id !== undefined) mustGrant(db, record.role_id, tenant_id, { scope, holder });
      const { group_id = was.group_id, groups, managed_groups, managed_tenants } = record;
      const lists = listsOf(db, id);
      // A replaced main group only remains one of the groups if it is sent again.
      const kept = lists.groups.filter((group) => group !== was.group_id || group === group_id);
      const places = {
        tenant_id,
        group_id,
        groups: [...new Set([group_id, ...(groups ?? kept)])],
        managed_groups: managed_groups ?? lists.managed_groups,
        managed_tenants: managed_tenants ?? lists.managed_tenants,
      };
      checkPlaces(db, places, { had: lists, scope });
      const columns = columnsOf(record, was);
      const losesLogin = was.has_password === 1 && was.login !== null;
      mustHaveLogin(columns, credentials !== null || losesLogin);
      mustExtend(was, columns, unmet);
      const licensed = licencesOf(db, id);
      keepAdministrator(db, by.at, () => updateRecord(db, 'users', { id: { user_id: id }, versions }, columns, by));
      if (record.is_active === false && was.is_active === 1) userHooks.deactivated.run(db, id, by);
      keepLists(db, id, places);
      keepExtensions(db, id, tenant_id);
      checkSeats(
        db,
        tenant_id,
        licencesOf(db, id).filter((licence) => !licensed.includes(licence)),
      );
      if (!credentials) return;
      keepCredentials(db, id, credentials, by);
      const reset = userHooks.reset.run(db, { user_id: id, giveUp: give_up_keys === true }, by);
      dropSecondFactor(db, id, by);
      const tokens = removeTokens(db, id);
      const details = { password: 'reset', ...reset, ...(tokens > 0 && { tokens }) };
      audit(db, by, { action: 'update', resource: 'user', resource_id: id, details });
    }),
);

type OwnPassword = {
  credentials: StoredCredentials;
  /** The version of the credentials that the caller confirmed. */
  credential_version: number;
  versions: Versions;
  /** Other changes of the same request. */
  others: (Update<ChangedUser> & WithCredentials) | null;
};

/**
 * Changes a person's own password, keeps their key pair, and clears the flag that requires the change; other changes of
 * the request are made with it, or nothing. Refused like `changeUser`, and with Conflict when the password was changed
 * since it was confirmed.
 */
export const changeOwnPassword = change(
  'users.own-password',
  (db, { credentials, credential_version, versions, others }: OwnPassword, by): void => {
    const user_id = by.user_id ?? '';
    const stored = db
      .prepare<object, { credential_version: number }>(
        'SELECT credential_version FROM user_credentials WHERE user_id = @user_id',
      )
      .get({ user_id });
    if (stored?.credential_version !== credential_version) throw new Refusal('Conflict', reason('stale'));
    if (others) changeUser.change(db, others, by);
    keepCredentials(db, user_id, credentials, by);
    const which = { id: { user_id }, versions: others ? undefined : versions };
    updateRecord(db, 'users', which, { must_change_password: 0 }, by);
    audit(db, by, { action: 'update', resource: 'user', resource_id: user_id, details: { password: 'changed' } });
  },
);

/**
 * Deletes a user with their private categories. Refused with NotFound, Stale, PermissionError when the user's role
 * exceeds the caller's, and Conflict for the caller themselves, for a user who has calls, is in evaluation reports, in
 * the middle of an import or the last one to open a key, and when no administrator would be left.
 */
export const removeUser = change('users.remove', (db, { id, versions, scope, holder }: Remove, by): void => {
  const which = { user_id: id };
  auditDeleted(db, by, target(id, scope), () => {
    mustNotExceedUser(db, id, { scope, holder });
    if (id === by.user_id) throw new Refusal('Conflict', reason('user_is_self'));
    const run = (sql: string) => db.prepare<typeof which>(sql).run(which).changes;
    userHooks.removing.run(db, id, by);
    mustMatchVersion(db, 'users', { id: which, versions });
    const details = userHooks.removed.run(db, id, by);
    removeCredentials(db, id);
    dropSecondFactor(db, id, by);
    removeTokens(db, id);
    for (const table of ['user_groups', 'user_managed_groups', 'user_managed_tenants', 'user_extensions']) {
      run(`DELETE FROM ${table} WHERE user_id = @user_id`);
    }
    keepAdministrator(db, by.at, () => run('DELETE FROM users WHERE user_id = @user_id'));
    return details;
  });
});

/** A user or account, as stored by set-up and by generated data; omitted fields have defaults. */
export type NewUser = {
  user_id: string;
  tenant_id: string;
  group_id: string;
  role_id: string;
  name: string;
  login: string | null;
  can_login?: number;
  evaluation_seat?: number;
};

/** Stores a user inside the caller's transaction. */
export function storeUser(db: Connection, user: NewUser, by: By): void {
  const { user_id, tenant_id, group_id, role_id, name, login, ...more } = user;
  const columns = {
    ...columnsOf(
      { name, fieldset_login: { login: login ?? '' } },
      { ...nobody, can_login: 1, tenant_id, group_id, role_id },
    ),
    ...more,
  };
  insertRecord(db, 'users', { user_id, tenant_id, ...columns, group_id, role_id }, by);
  keepLists(db, user_id, { groups: [group_id], managed_groups: [], managed_tenants: [] });
  audit(db, by, { action: 'create', resource: 'user', resource_id: user_id });
}

/** Stores many users in one transaction and skips existing ones. */
export const insertUsers = change('users.insert-many', (db, { users }: { users: NewUser[] }, by): void => {
  const known = db.prepare<object, unknown>('SELECT 1 FROM users WHERE user_id = @user_id');
  for (const user of users) if (!known.get({ user_id: user.user_id })) storeUser(db, user, by);
});
