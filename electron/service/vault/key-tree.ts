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
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import { spend } from '../secret';
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
  // Not copied, because the private half would then be in memory twice.
  return { public_key: made.publicKey, private_key: made.privateKey, fingerprint: fingerprintOf(made.publicKey) };
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
const withAppKek = <T>(masterKey: Buffer, use: (kek: Buffer) => T): T => spend(derive(masterKey, 'cra/app-kek'), use);

/** A stored encryption key: its private half is sealed under its own key-encryption key (KEK). */
export type SealedKey = { key_id: string; fingerprint: string; private_key_sealed: Buffer };

/**
 * Seals a private half under a new KEK, which `wrap` passes to `wrapForApplication` or `wrapForUser`. Afterwards, the
 * KEK and the private half of `pair` are zeroed.
 */
export function sealPrivateKey<T>(
  keyId: string,
  pair: Pair,
  wrap: (kek: Buffer) => T,
): { private_key_sealed: Buffer; wrapped: T } {
  return spend(randomBytes(32), (kek) =>
    spend(pair.private_key, (der) => ({
      private_key_sealed: seal(kek, der, keyAad(keyId, pair.fingerprint)),
      wrapped: wrap(kek),
    })),
  );
}

/** Application mode: seals the KEK under the master key. */
export const wrapForApplication = (masterKey: Buffer, keyId: string, fingerprint: string, kek: Buffer): Buffer =>
  withAppKek(masterKey, (appKek) => seal(appKek, kek, keyAad(keyId, fingerprint)));

/** Application mode: the sealed KEK of a key, sealed under another master key. */
export const movedToMasterKey = (from: Buffer, to: Buffer, keyId: string, fingerprint: string, kekSealed: Buffer) =>
  spend(
    withAppKek(from, (appKek) => unseal(appKek, kekSealed, keyAad(keyId, fingerprint))),
    (kek) => wrapForApplication(to, keyId, fingerprint, kek),
  );

/** User mode: wraps the KEK to one person, whose password is not needed for this. */
export const wrapForUser = (userPublicKey: Buffer, keyId: string, userId: string, kek: Buffer): Buffer =>
  sealTo(userPublicKey, grantLabel(keyId, userId), kek);

/** The private half of an application-mode key. */
export function openForApplication(masterKey: Buffer, key: SealedKey, kekSealed: Buffer): KeyObject {
  const aad = keyAad(key.key_id, key.fingerprint);
  return openPrivateKey(
    key,
    withAppKek(masterKey, (appKek) => unseal(appKek, kekSealed, aad)),
  );
}

/** The private half of a user-mode key, opened with a person's own private key. */
export function openForUser(userKey: KeyObject, userId: string, key: SealedKey, kekWrapped: Buffer): KeyObject {
  return openPrivateKey(key, openKek(userKey, userId, key.key_id, kekWrapped));
}

/** The KEK of a user-mode key, opened by one of its holders. The caller zeroes it. */
export const openKek = (userKey: KeyObject, userId: string, keyId: string, kekWrapped: Buffer): Buffer =>
  openFor(userKey, grantLabel(keyId, userId), kekWrapped);

/** The pair of a stored key, opened with its KEK, to be sealed again. */
export const openPair = (key: SealedKey, kek: Buffer, public_key: Buffer): Pair => ({
  public_key,
  private_key: unseal(kek, key.private_key_sealed, keyAad(key.key_id, key.fingerprint)),
  fingerprint: key.fingerprint,
});

/** A small secret, encrypted to a public key (RSA-OAEP) and bound to `label`. */
export const sealTo = (publicKey: Buffer, label: string, secret: Buffer): Buffer =>
  publicEncrypt(oaep(publicKeyOf(publicKey), label), secret);

/** Opens a secret that `sealTo` encrypted. Refused with IntegrityError when the key or `label` differs. */
export function openFor(key: KeyObject, label: string, sealed: Buffer): Buffer {
  try {
    return privateDecrypt(oaep(key, label), sealed);
  } catch {
    throw new Refusal('IntegrityError', reason('grant_damaged'));
  }
}

function openPrivateKey(key: SealedKey, kek: Buffer): KeyObject {
  const der = spend(kek, () => unseal(kek, key.private_key_sealed, keyAad(key.key_id, key.fingerprint)));
  return spend(der, privateKeyOf);
}
