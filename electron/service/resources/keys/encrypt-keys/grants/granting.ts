import { reason } from '@shared/reasons/reasons';
import type { Reach } from '../../../../access/scope';
import { found, invalid, isRefusal, notFound, Refusal } from '../../../../refusal';
import { spend } from '../../../../secret';
import type { By } from '../../../../store/audit';
import type { Store } from '../../../../store/store';
import { openKek, openPair, sealPrivateKey, wrapForUser } from '../../../../vault/key-tree';
import { selectPublicKey } from '../../../people/users';
import { type HeldKey, selectKey } from '../queries';
import { type Grant, grantToUser, type KeyHolder, type Resealed, revokeFromUser, selectHolders } from './queries';

const attempts = 5;
type Asking = Reach & { store: Store; key_id: string; user_id: string; by: By };
type UserKey = HeldKey & { private_key_sealed: Buffer };

/**
 * Wraps a key in user mode to one more user, whose password is not needed. Refused with PermissionError when the caller
 * cannot open the key, and with InvalidRecord when the key or the user has nothing to grant or to wrap to.
 */
export async function grant({ store, actor, scope, key_id, user_id, by }: Asking): Promise<void> {
  await retrying(async () => {
    const key = await userKey(store, { key_id, scope });
    const public_key = await store.get(selectPublicKey, { user_id });
    if (!public_key) throw invalid({ user_id: reason('grantee_without_pair') });
    const kek = await openedKek(store, key, actor);
    if (!kek) throw new Refusal('PermissionError', reason('key_not_held'));
    const kek_wrapped = spend(kek, () => wrapForUser(public_key, key_id, user_id, kek));
    const one: Grant = { key_id, user_id, kek_wrapped };
    await store.write(grantToUser, { grant: one, public_key, version: key.version, scope }, by);
  });
}

/**
 * Takes a key away from a user. If the caller can open it, it gets a new KEK: what the user may have copied no longer
 * opens it. Any other caller with the right only removes the grant.
 */
export async function revoke({ store, actor, scope, key_id, user_id, by }: Asking): Promise<void> {
  await retrying(async () => {
    const key = await userKey(store, { key_id, scope });
    const holders = await store.get(selectHolders, { key_id });
    if (!holders.some((one) => one.user_id === user_id)) throw notFound();
    const kek = await openedKek(store, key, actor);
    const rest = holders.filter((one) => one.user_id !== user_id);
    const resealed = kek && rest.length > 0 ? reseal(key, kek, rest) : null;
    await store.write(revokeFromUser, { key_id, user_id, resealed, version: key.version, scope }, by);
  });
}

/** A key in user mode with a private half. Refused with NotFound out of scope. */
async function userKey(store: Store, asked: { key_id: string; scope: Reach['scope'] }): Promise<UserKey> {
  const key = found(await store.get(selectKey, asked));
  const { private_key_sealed } = key;
  if (key.protection_mode !== 'user') throw invalid({ key_id: reason('key_not_user_mode') });
  if (!private_key_sealed) throw invalid({ key_id: reason('key_encrypts_only') });
  return { ...key, private_key_sealed };
}

/** The KEK, opened by the caller's own grant; undefined without one. */
async function openedKek(store: Store, { key_id }: UserKey, { user_id, private_key }: Reach['actor']) {
  const holders = await store.get(selectHolders, { key_id });
  const own = holders.find((one) => one.user_id === user_id);
  return own && private_key && openKek(private_key, user_id, key_id, own.kek_wrapped);
}

function reseal(key: UserKey, kek: Buffer, holders: KeyHolder[]): Resealed {
  const { key_id } = key;
  const pair = spend(kek, () => openPair(key, kek, key.public_key));
  const { private_key_sealed, wrapped } = sealPrivateKey(key_id, pair, (fresh) =>
    holders.map(({ user_id, public_key }) => ({
      key_id,
      user_id,
      kek_wrapped: wrapForUser(public_key, key_id, user_id, fresh),
    })),
  );
  return { private_key_sealed, grants: wrapped };
}

/** Repeats a change whose key was changed by someone else in between. */
async function retrying(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      if (attempt === attempts || !isRefusal(cause, 'Stale')) throw cause;
    }
  }
}
