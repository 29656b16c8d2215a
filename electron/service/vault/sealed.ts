import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM of a small secret: nonce ‖ ciphertext ‖ tag, bound to `aad`. */
export function seal(key: Buffer, plain: Buffer, aad: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens a value sealed by `seal`, in a buffer without other references. Refused with IntegrityError when the key or
 * `aad` differs, or the value was changed.
 */
export function unseal(key: Buffer, sealed: Buffer, aad: string): Buffer {
  let plain: Buffer | undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(aad));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    // Returns no bytes in this mode; it only checks the tag.
    decipher.final();
    return plain;
  } catch {
    plain?.fill(0);
    throw new Refusal('IntegrityError', reason('stored_key_damaged'));
  }
}

/** HKDF-SHA-256 with an empty salt, to derive a key from another key. */
export const derive = (key: Buffer, label: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), label, bytes));
