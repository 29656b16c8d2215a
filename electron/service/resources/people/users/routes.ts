import { type KeyObject, randomUUID } from 'node:crypto';
import { readIdentity } from '@shared/contract/packages';
import { userApi } from '@shared/contract/users';
import { reason } from '@shared/reasons/reasons';
import type { Actor } from '../../../access/actor';
import type { Door } from '../../../access/door';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import { asking, bindCollection } from '../../../http/collection';
import { changed } from '../../../http/single';
import { pem } from '../../../pem';
import { found, invalid, Refusal } from '../../../refusal';
import { fingerprintOf } from '../../../vault/key-tree';
import { newCredentials, normalPassword, resealed } from '../../../vault/user-pair';
import { type StoredCredentials, selectIdentity, selectPublicKey } from './credentials.queries';
import { userList } from './list/queries';
import { changeOwnPassword, changeUser, insertUser, removeUser } from './queries';

export function userRoutes(service: Service): void {
  const { handle, store, authenticator } = service;
  const readChanged = changed(store, userList, userApi.read);

  bindCollection(service, userApi, { list: userList, remove: removeUser });

  handle(userApi.create, async ({ door, body: { user }, by, ...asked }) => {
    const id = randomUUID();
    const password = user.fieldset_login?.password;
    const credentials = password ? await credentialsFor({ ...service, door, user_id: id, password }) : null;
    await store.write(insertUser, { ...asking(asked), id, record: withoutPasswords(user), credentials }, by);
    return created(`/api/v2/users/${id}.json`);
  });

  handle(userApi.update, async (asked) => {
    const { actor, door, params, versions, by } = asked;
    const { user } = asked.body;
    const { user_id } = params;
    const { password, current_password, give_up_keys = false } = user.fieldset_login ?? {};
    const record = withoutPasswords(user);
    const isEmpty = Object.keys(record).length === 0;
    const change = { ...asking(asked), record, versions, credentials: null };
    if (password === undefined) {
      await store.write(changeUser, change, by);
    } else if (user_id === actor.user_id) {
      const credentials = await ownCredentials(actor, door, password, current_password);
      const { credential_version } = actor;
      const own = { credentials, credential_version, versions, others: isEmpty ? null : change };
      await store.write(changeOwnPassword, own, { ...by, at: service.now() });
      authenticator.keepSession(actor);
    } else {
      // A key pair takes seconds of CPU, which an unknown user must not cost.
      found(await store.get(userList.one, { id: user_id, scope: asked.scope, zone: actor.zone }));
      const credentials = await credentialsFor({ ...service, door, user_id, password });
      await store.write(changeUser, { ...change, credentials, give_up_keys }, by);
    }
    return readChanged(asked);
  });

  handle(readIdentity, async ({ params: { user_id }, scope }) => {
    const { name, public_key } = found(await store.get(selectIdentity, { user_id, scope }));
    if (public_key === null) throw new Refusal('PermissionError', reason('user_without_key_pair'));
    const [fingerprint, text] = [fingerprintOf(public_key), pem('PUBLIC KEY', public_key)];
    return { identity: { user_id, name, fingerprint, public_key: text } };
  });

  /** Credentials with the caller's new password and their key pair. Refused at the field with the fault. */
  async function ownCredentials(actor: Actor, door: Door, password: string, current: string | undefined) {
    if (!current) throw invalid({ 'fieldset_login.current_password': reason('required') });
    // A token that someone else has made opens no key; the password does.
    const private_key = await authenticator.confirm(actor, current, door, 'fieldset_login.current_password');
    if (normalPassword(password) === normalPassword(current))
      throw invalid({ 'fieldset_login.password': reason('password_unchanged') });
    const { user_id } = actor;
    const public_key = found(await store.get(selectPublicKey, { user_id }));
    return credentialsKeeping({ ...service, door, user_id, password }, { public_key, private_key });
  }
}

/** The record without properties that have no column. A section without other properties is omitted. */
function withoutPasswords<T extends { fieldset_login?: object | undefined }>(user: T): T {
  const { fieldset_login, ...rest } = user;
  const {
    password: _,
    current_password: __,
    give_up_keys: ___,
    ...login
  } = (fieldset_login ?? {}) as Record<string, unknown>;
  return { ...rest, ...(Object.keys(login).length > 0 && { fieldset_login: login }) } as T;
}

type Making = Pick<Service, 'authenticator' | 'scryptLn'> & { door: Door; user_id: string; password: string };

/** Credentials for a password with a new key pair. Derived in the queue of sign-ins. */
async function credentialsFor(making: Making): Promise<StoredCredentials> {
  const { authenticator, scryptLn, door, user_id, password } = making;
  const { fingerprint: _, ...made } = await authenticator.derive(door, () =>
    newCredentials(user_id, password, scryptLn),
  );
  return made;
}

/** Credentials for another password that keep the key pair, and with it every grant. */
function credentialsKeeping(
  making: Making,
  pair: { public_key: Buffer; private_key: KeyObject },
): Promise<StoredCredentials> {
  const { authenticator, scryptLn, door, user_id, password } = making;
  return authenticator.derive(door, () => resealed(user_id, password, pair, scryptLn));
}
