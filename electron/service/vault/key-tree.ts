import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../refusal';
import { derive, seal, unseal } from './sealed';

const generate = promisify(generateKeyPair);

/** An RSA pair as DER: public as SPKI, private as PKCS#8. `fingerprint` = SHA-256 of the SPKI, hex. */
export type Pair = { public_key: Buffer; private_key: Buffer; fingerprint: string };

/** A new RSA pair; `bits` 2048, 3072 or 4096. */
export async function newPair(bits: number): Promise<Pair> {
  const made = await generate('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const public_key = Buffer.from(made.publicKey);
  return { public_key, private_key: Buffer.from(made.privateKey), fingerprint: fingerprintOf(public_key) };
}

/** SHA-256 of a public key (SPKI DER), hex. */
export const fingerprintOf = (spki: Buffer): string => createHash('sha256').update(spki).digest('hex');
/** A public key from SPKI DER. */
export const publicKeyOf = (spki: Buffer): KeyObject => createPublicKey({ key: spki, format: 'der', type: 'spki' });
/** A private key from PKCS#8 DER. */
export const privateKeyOf = (pkcs8: Buffer): KeyObject =>
  createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

const oaep = (key: KeyObject, label: string) => ({
  key,
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: 'sha256',
  oaepLabel: Buffer.from(label),
});

const keyAad = (keyId: string, fingerprint: string) => `cra/ek/1|${keyId}|${fingerprint}`;
const grantLabel = (keyId: string, userId: string) => `cra/grant/1|${keyId}|${userId}`;
const appKek = (masterKey: Buffer) => derive(masterKey, 'cra/app-kek');

/** How an encryption key is stored: its private half under a key-encryption key (KEK) of its own. */
export type StoredKey = { key_id: string; fingerprint: string; private_key_sealed: Buffer };

/** Puts a private half under a new KEK. The KEK goes to `wrapForApplication` or `wrapForUser` and is then forgotten. */
export function sealPrivateKey(keyId: string, pair: Pair): { kek: Buffer; private_key_sealed: Buffer } {
  const kek = randomBytes(32);
  return { kek, private_key_sealed: seal(kek, pair.private_key, keyAad(keyId, pair.fingerprint)) };
}

/** Application mode: the KEK under the master key. */
export const wrapForApplication = (masterKey: Buffer, keyId: string, fingerprint: string, kek: Buffer): Buffer =>
  seal(appKek(masterKey), kek, keyAad(keyId, fingerprint));

/** User mode: the KEK for one person, who needs no password for it now. */
export const wrapForUser = (userPublicKey: Buffer, keyId: string, userId: string, kek: Buffer): Buffer =>
  publicEncrypt(oaep(publicKeyOf(userPublicKey), grantLabel(keyId, userId)), kek);

/** The private half of an application-mode key. */
export function openForApplication(masterKey: Buffer, key: StoredKey, kekSealed: Buffer): KeyObject {
  return openPrivateKey(key, unseal(appKek(masterKey), kekSealed, keyAad(key.key_id, key.fingerprint)));
}

/** The private half of a user-mode key, by a person's own private key. */
export function openForUser(userKey: KeyObject, userId: string, key: StoredKey, kekWrapped: Buffer): KeyObject {
  return openPrivateKey(
    key,
    unwrapped(() => privateDecrypt(oaep(userKey, grantLabel(key.key_id, userId)), kekWrapped)),
  );
}

function unwrapped(unwrap: () => Buffer): Buffer {
  try {
    return unwrap();
  } catch {
    throw new Refusal(
      'IntegrityError',
      'A stored grant does not open. The archive may be damaged.',
      {},
      'GRANT_MISMATCH',
    );
  }
}

function openPrivateKey(key: StoredKey, kek: Buffer): KeyObject {
  const der = unseal(kek, key.private_key_sealed, keyAad(key.key_id, key.fingerprint));
  const opened = privateKeyOf(der);
  der.fill(0);
  kek.fill(0);
  return opened;
}
