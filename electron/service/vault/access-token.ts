import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { spend } from '../secret';
import { privateKeyOf } from './key-tree';
import { derive, seal, unseal } from './sealed';

const prefix = 'earshot_';

/** Whether a bearer token is an access token, and not one of a session. */
export const isAccessToken = (token: string): boolean => token.startsWith(prefix);

/** SHA-256 of a token, hex: all that is stored of it. Its 32 random bytes need no slow hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token, which is shown once, and its hash. */
export function newToken(): { token: string; hash: string } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOfToken(token) };
}

const aadOf = (userId: string) => `cra/token/1|${userId}`;
const withKey = <T>(token: string, use: (key: Buffer) => T): T => spend(derive(Buffer.from(token), 'cra/token'), use);

/** A person's private key, sealed under their token. */
export const sealForToken = (token: string, userId: string, key: KeyObject): Buffer =>
  spend(key.export({ type: 'pkcs8', format: 'der' }), (der) => withKey(token, (own) => seal(own, der, aadOf(userId))));

/** The private key that was sealed under a token. Refused with IntegrityError when it does not open. */
export const openByToken = (token: string, userId: string, sealed: Buffer): KeyObject =>
  spend(
    withKey(token, (own) => unseal(own, sealed, aadOf(userId))),
    privateKeyOf,
  );
