import {
  constants,
  createHash,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';
import { isRefusal } from '../../refusal';
import { spend } from '../../secret';
import { damage } from './damage';
import type { Header, Stanza } from './header';

/** An RSA key that can open the file. `fingerprint` is the SHA-256 of its SPKI, 32 bytes. */
export type Recipient = { fingerprint: Buffer; publicKey: KeyObject };

/** A public key as it is stored: its fingerprint in hex, its SPKI in DER. */
export type RecipientRow = { fingerprint: string; public_key: Uint8Array };

export const recipientOf = ({ fingerprint, public_key }: RecipientRow): Recipient => ({
  fingerprint: Buffer.from(fingerprint, 'hex'),
  publicKey: createPublicKey({ key: Buffer.from(public_key), format: 'der', type: 'spki' }),
});

/**
 * Opens the wrapped data key of one stanza (RSA-OAEP with SHA-256 and `label`): 32 bytes, or undefined without a
 * private key for that fingerprint. May throw when the key does not fit.
 */
export type Unwrap = (stanza: Stanza, label: Buffer) => Promise<Buffer | undefined> | Buffer | undefined;

export const dataKeyBytes = 32;

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };

/** The OAEP label that binds a wrapped data key to its file. */
export const dataKeyLabel = (fileId: Buffer): Buffer => Buffer.concat([Buffer.from('cra1/dek\0'), fileId]);

/** SHA-256 of the SPKI of a public key, or of the public half of a private one. */
export function fingerprintOfKey(key: KeyObject): Buffer {
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest();
}

/** The data key of a new file, wrapped to one recipient. */
export const wrapDataKey = (dek: Buffer, fileId: Buffer, { fingerprint, publicKey }: Recipient): Stanza => ({
  fingerprint,
  wrapped: publicEncrypt({ ...oaep, key: publicKey, oaepLabel: dataKeyLabel(fileId) }, dek),
});

/** Unwraps with one private key; skips stanzas of other keys. */
export function unwrapWith(privateKey: KeyObject): Unwrap {
  const own = fingerprintOfKey(privateKey);
  return ({ fingerprint, wrapped }, label) =>
    own.equals(fingerprint) ? privateDecrypt({ ...oaep, key: privateKey, oaepLabel: label }, wrapped) : undefined;
}

/**
 * The data key of the first stanza that `unwrap` can open. Refused with PermissionError cra_no_key when `unwrap` has no
 * key for any stanza, and with IntegrityError cra_unwrap when its key does not fit. A Refusal thrown by `unwrap` passes
 * through.
 */
export async function dataKeyOf({ stanzas, fileId }: Header, unwrap: Unwrap): Promise<Buffer> {
  const label = dataKeyLabel(fileId);
  let failed = false;
  for (const stanza of stanzas) {
    try {
      const dek = await unwrap(stanza, label);
      if (dek?.length === dataKeyBytes) return dek;
      failed ||= dek !== undefined;
    } catch (cause) {
      if (isRefusal(cause)) throw cause;
      failed = true;
    }
  }
  throw damage(failed ? 'cra_unwrap' : 'cra_no_key');
}

type Keys = { payload: Buffer; header: Buffer };

/** The two keys derived from a data key: one for the chunks, one for the header's MAC. */
export function derivedKeys(dek: Buffer, salt: Buffer): Keys {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', dek, salt, info, 32));
  return { payload: derive('cra1/payload'), header: derive('cra1/header') };
}

/** Uses the two keys of a data key, then zeroes them. */
export function withKeys<T>(dek: Buffer, salt: Buffer, use: (keys: Keys) => T): T {
  const keys = derivedKeys(dek, salt);
  return spend(keys.payload, () => spend(keys.header, () => use(keys)));
}
