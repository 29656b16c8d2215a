import { constants, createPublicKey, type KeyObject, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { task } from '../../../jobs/task';
import { invalid } from '../../../refusal';
import { readPrivateKey, readPublicKey } from '../../../vault/key-text';

type Given = { public_key: string; private_key?: string | undefined; private_key_password?: string | undefined };
/** An imported pair as DER: public as SPKI, private as PKCS #8. */
export type ReadKeys = { public_key: Uint8Array; private_key: Uint8Array | null; bits: number };

/**
 * Reads the keys of an import, off the main loop, because the password of a private key may be derived with millions of
 * iterations. Refused with InvalidRecord by field, also when the two do not belong together.
 */
export const readKeys = task('encrypt-keys.read', async (given: Given): Promise<ReadKeys> => {
  const publicKey = readPublicKey(given.public_key);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (given.private_key === undefined) return { public_key: spki, private_key: null, bits };
  const privateKey = readPrivateKey(given.private_key, given.private_key_password);
  if (!isPair(publicKey, privateKey)) throw invalid({ private_key: reason('private_key_foreign') });
  return { public_key: spki, private_key: privateKey.export({ type: 'pkcs8', format: 'der' }), bits };
});

/** A damaged private key may still name the right public one, so a secret is sent through both. */
function isPair(publicKey: KeyObject, privateKey: KeyObject): boolean {
  if (!createPublicKey(privateKey).equals(publicKey)) return false;
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const secret = randomBytes(32);
  try {
    const sealed = publicEncrypt({ ...oaep, key: publicKey }, secret);
    return privateDecrypt({ ...oaep, key: privateKey }, sealed).equals(secret);
  } catch {
    return false;
  }
}
