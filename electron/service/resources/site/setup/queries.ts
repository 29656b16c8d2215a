import { everyPermission } from '@shared/permissions';
import { anyUser } from '../../../access/queries';
import { notFound } from '../../../refusal';
import type { By } from '../../../store/audit';
import type { Connection } from '../../../store/connection';
import { change, query } from '../../../store/query';
import { keepSetting } from '../../../store/setting';
import { type Grant, insertGrant, insertKey, type NewKey } from '../../keys/encrypt-keys';
import { storeGroup } from '../../people/groups';
import { storeRole } from '../../people/roles';
import { storeSystemTenant } from '../../people/tenants';
import { keepCredentials, storeUser } from '../../people/users';

export type Ids = { tenant_id: string; group_id: string; role_id: string };
type Archive = Ids & { key: NewKey | null; key_check: string | null };

/** The System tenant, once the archive is prepared. */
export const systemTenant = query('setup.tenant', (db) =>
  db
    .prepare<[], Ids>(`
    SELECT t.tenant_id, g.group_id, r.role_id FROM tenants t
    JOIN groups g ON g.tenant_id = t.tenant_id AND g.name_folded = 'everyone'
    JOIN roles r ON r.tenant_id = t.tenant_id AND r.name_folded = 'administrator'
    WHERE t.is_system = 1`)
    .get(),
);

/** Whether the tenant has a key to encrypt new recordings with. */
export const hasActiveKey = query(
  'setup.has-key',
  (db) => db.prepare('SELECT 1 FROM encrypt_keys WHERE is_active = 1 LIMIT 1').get() !== undefined,
);

/**
 * Creates the records of every archive: System tenant, a group, the administrator's role. Does nothing when they exist.
 */
export const prepareArchive = change('setup.prepare', (db, archive: Archive, by): Ids => {
  const known = systemTenant.run(db, undefined);
  const ids = known ?? insertArchive(db, archive, by);
  if (archive.key && !hasActiveKey.run(db, undefined)) insertKey(db, { ...archive.key, tenant_id: ids.tenant_id }, by);
  if (archive.key_check) {
    keepSetting.change(db, { name: 'key_check', value: archive.key_check }, by);
  }
  return ids;
});

function insertArchive(db: Connection, { tenant_id, group_id, role_id }: Archive, by: By): Ids {
  storeSystemTenant(db, tenant_id, by);
  storeGroup(db, { group_id, tenant_id, name: 'Everyone' }, by);
  const rights = { access_level: 'root', permissions: everyPermission() } as const;
  storeRole(db, { role_id, tenant_id, name: 'Administrator', ...rights }, by);
  return { tenant_id, group_id, role_id };
}

export type NewAdministrator = {
  user_id: string;
  name: string;
  login: string;
  kdf: string;
  salt: Uint8Array;
  verifier: Uint8Array;
  public_key: Uint8Array;
  private_key_sealed: Uint8Array;
  /** The first key when the keychain could not protect one; the administrator's password opens it. */
  user_key: { key: NewKey; grant: Grant } | null;
};

/** Creates the first user; NotFound when a user already exists. */
export const insertAdministrator = change('setup.administrator', (db, person: NewAdministrator, by): void => {
  const ids = systemTenant.run(db, undefined);
  if (!ids || anyUser.run(db, undefined)) throw notFound();
  const { user_id, name, login } = person;
  const self = { ...by, user_id, tenant_id: ids.tenant_id };
  storeUser(db, { ...ids, user_id, name, login, evaluation_seat: 1 }, self);
  keepCredentials(db, user_id, person, by);
  if (person.user_key && !hasActiveKey.run(db, undefined)) {
    insertKey(db, { ...person.user_key.key, tenant_id: ids.tenant_id }, by);
    insertGrant(db, person.user_key.grant, by);
  }
});
