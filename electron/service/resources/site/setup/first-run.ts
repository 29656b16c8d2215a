import { randomUUID } from 'node:crypto';
import type { AuditDoor } from '@shared/contract/audited';
import type { Administrator } from '@shared/contract/setup';
import { anyUser } from '../../../access/queries';
import { notFound } from '../../../refusal';
import { byEarshot } from '../../../store/audit';
import { named } from '../../../store/record';
import type { Store } from '../../../store/store';
import { newPair, sealPrivateKey, wrapForApplication, wrapForUser } from '../../../vault/key-tree';
import { checkValue, type MasterKey } from '../../../vault/keychain-state';
import { newCredentials } from '../../../vault/user-pair';
import type { NewKey } from '../../keys/encrypt-keys';
import { hasActiveKey, type Ids, insertAdministrator, prepareArchive } from './queries';

const keyBits = 3072;
type Options = {
  store: Store;
  masterKey: () => Promise<MasterKey>;
  now: () => number;
  scryptLn: number;
};

/**
 * Creates the records of every archive and its first encryption key: application mode, under the keychain's master key.
 * Without a keychain there is no such key, and the administrator gets one in user mode. Safe to repeat.
 */
export async function ensureArchive({ store, masterKey, now }: Options): Promise<Ids> {
  const master = await masterKey();
  const newKeyUnder = (await store.get(hasActiveKey, undefined)) ? undefined : master.key;
  const archive = {
    tenant_id: randomUUID(),
    group_id: randomUUID(),
    role_id: randomUUID(),
    key: newKeyUnder ? await applicationKey(newKeyUnder) : null,
    key_check: master.key ? checkValue(master.key).toString('hex') : null,
  };
  return store.write(prepareArchive, archive, byEarshot(now()));
}

/** Whether no user exists yet. */
export const needsSetup = async ({ store }: Pick<Options, 'store'>): Promise<boolean> =>
  !(await store.get(anyUser, undefined));

/** Creates the administrator with their key pair and returns the user's id. NotFound when a user already exists. */
export async function createAdministrator(options: Options, person: Administrator, door: AuditDoor): Promise<string> {
  const { store, now, scryptLn } = options;
  if (!(await needsSetup(options))) throw notFound();
  await ensureArchive(options);
  const user_id = randomUUID();
  const { fingerprint: _, ...credentials } = await newCredentials(user_id, person.password, scryptLn);
  const user_key = (await store.get(hasActiveKey, undefined)) ? null : await userKey(credentials.public_key, user_id);
  const { name, login } = person;
  const administrator = {
    ...credentials,
    user_id,
    name,
    login,
    user_key,
  };
  await store.write(insertAdministrator, administrator, { ...byEarshot(now()), door });
  return user_id;
}

async function applicationKey(masterKey: Buffer): Promise<NewKey> {
  const { key, wrapped } = await firstKey('application', (kek, { key_id, fingerprint }) =>
    wrapForApplication(masterKey, key_id, fingerprint, kek),
  );
  return { ...key, kek_sealed: wrapped };
}

async function userKey(userPublicKey: Buffer, user_id: string) {
  const { key, wrapped } = await firstKey('user', (kek, { key_id }) =>
    wrapForUser(userPublicKey, key_id, user_id, kek),
  );
  return { key, grant: { key_id: key.key_id, user_id, kek_wrapped: wrapped } };
}

async function firstKey<T>(
  protection_mode: NewKey['protection_mode'],
  wrap: (kek: Buffer, names: { key_id: string; fingerprint: string }) => T,
): Promise<{ key: NewKey; wrapped: T }> {
  const key_id = randomUUID();
  const pair = await newPair(keyBits);
  const { fingerprint, public_key } = pair;
  const { private_key_sealed, wrapped } = sealPrivateKey(key_id, pair, (kek) => wrap(kek, { key_id, fingerprint }));
  const key: NewKey = {
    key_id,
    tenant_id: '',
    ...named('First key'),
    protection_mode,
    add_type: 'generate',
    key_length: keyBits,
    fingerprint,
    public_key,
    private_key_sealed,
    kek_sealed: null,
  };
  return { key, wrapped };
}
