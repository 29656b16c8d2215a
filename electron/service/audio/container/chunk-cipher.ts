import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

/** Length of the tag after each chunk. Always set explicitly, because Node otherwise accepts 4-byte tags. */
export const tagBytes = 16;

export type ChunkCipher = {
  /** Ciphertext ‖ tag of one chunk, as buffers to write in order. */
  seal(index: number, isLast: boolean, plain: Buffer): Buffer[];
  /** The plain bytes of ciphertext ‖ tag; undefined when the chunk was changed or moved, or `isLast` is wrong. */
  open(index: number, isLast: boolean, sealed: Buffer): Buffer | undefined;
};

/**
 * AES-256-GCM in the STREAM construction: nonce = 11-byte counter ‖ final byte; the additional data repeat the start of
 * the header, the file id, the index and the final byte.
 */
export function chunkCipher(payloadKey: Buffer, headerStart: Buffer, fileId: Buffer): ChunkCipher {
  const key = createSecretKey(payloadKey);
  const nonce = Buffer.alloc(12);
  const aad = Buffer.concat([headerStart.subarray(0, 12), fileId, Buffer.alloc(9)]);

  // All chunks share one pair of buffers, because createCipheriv and setAAD copy their input.
  function place(index: number, isLast: boolean): void {
    nonce.writeBigUInt64BE(BigInt(index), 3);
    nonce[11] = isLast ? 1 : 0;
    aad.writeBigUInt64BE(BigInt(index), 28);
    aad[36] = isLast ? 1 : 0;
  }

  return {
    seal(index, isLast, plain) {
      place(index, isLast);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(aad);
      const sealed = cipher.update(plain);
      cipher.final();
      return [sealed, cipher.getAuthTag()];
    },
    open(index, isLast, sealed) {
      if (sealed.length < tagBytes) return undefined;
      place(index, isLast);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(aad);
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      const plain = decipher.update(sealed.subarray(0, -tagBytes));
      try {
        decipher.final();
      } catch {
        plain.fill(0);
        return undefined;
      }
      return plain;
    },
  };
}
