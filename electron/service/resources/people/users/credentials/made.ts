import type { KeyObject } from 'node:crypto';
import type { Door } from '../../../../access/door';
import type { Service } from '../../../../context';
import { newCredentials, resealed } from '../../../../vault/user-pair';
import type { StoredCredentials } from './queries';

type Making = Pick<Service, 'authenticator' | 'scryptLn'> & { door: Door; user_id: string; password: string };

/** Credentials for a password with a new key pair. Derived in the queue of sign-ins. */
export async function credentialsFor(making: Making): Promise<StoredCredentials> {
  const { authenticator, scryptLn, door, user_id, password } = making;
  const { fingerprint: _, ...made } = await authenticator.derive(door, () =>
    newCredentials(user_id, password, scryptLn),
  );
  return made;
}

/** Credentials for another password that keep the key pair, and with it every grant. */
export function credentialsKeeping(
  making: Making,
  pair: { public_key: Buffer; private_key: KeyObject },
): Promise<StoredCredentials> {
  const { authenticator, scryptLn, door, user_id, password } = making;
  return authenticator.derive(door, () => resealed(user_id, password, pair, scryptLn));
}
