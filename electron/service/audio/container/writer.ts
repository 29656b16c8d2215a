import { randomBytes } from 'node:crypto';
import { spend } from '../../secret';
import { type ChunkCipher, chunkCipher } from './chunk-cipher';
import { dataKeyBytes, type Recipient, withKeys, wrapDataKey } from './data-key';
import { makeHeader, maxChunkLog2, minChunkLog2, type Stanza } from './header';

export type ContainerWriter = {
  /** Must be written first. */
  header: Buffer;
  /** 16 random bytes. */
  fileId: Buffer;
  /** 32 bytes; `encrypt_tag` is its base64. */
  headerMac: Buffer;
  /** In the order of the recipients; `encrypt_key` is the base64 of the first `wrapped`. */
  stanzas: Stanza[];
  /** Ciphertext to write: whole chunks only, often empty. Keeps no reference to `plain`. */
  push(plain: Buffer): Buffer;
  /** The last chunk. Nothing can be pushed after it. */
  finish(): Buffer;
};

/** The random parts of a container. Only tests of the published vectors pass it; `dek` is zeroed. */
export type Seed = { dek: Buffer; fileId: Buffer; salt: Buffer };

const freshSeed = (): Seed => ({ dek: randomBytes(dataKeyBytes), fileId: randomBytes(16), salt: randomBytes(32) });

/**
 * A new container (CRA1) under a fresh data key, for 1 to 64 recipients. Chunks are 2^`chunkLog2` bytes (12 to 20; 14
 * while recording, 16 for import). A finished container is never appended to, because a second last chunk under the
 * same nonce would break the encryption.
 */
export function containerWriter(
  { recipients, chunkLog2 }: { recipients: Recipient[]; chunkLog2: number },
  { dek, fileId, salt }: Seed = freshSeed(),
): ContainerWriter {
  if (!(chunkLog2 >= minChunkLog2 && chunkLog2 <= maxChunkLog2)) throw new RangeError(`No chunk size: 2^${chunkLog2}`);
  const { header, stanzas, cipher } = spend(dek, () => {
    const stanzas = recipients.map((recipient) => wrapDataKey(dek, fileId, recipient));
    return withKeys(dek, salt, (keys) => {
      const header = makeHeader(keys.header, { chunkLog2, fileId, salt, stanzas });
      return { header, stanzas, cipher: chunkCipher(keys.payload, header.bytes, fileId) };
    });
  });
  const chunks = chunker(cipher, 2 ** chunkLog2);
  return { header: header.bytes, fileId, headerMac: header.mac, stanzas, ...chunks };
}

/** A whole container with these bytes. */
export function containerOf(
  plain: Buffer,
  options: Parameters<typeof containerWriter>[0],
): { bytes: Buffer; headerMac: Buffer } {
  const { header, headerMac, push, finish } = containerWriter(options);
  return { bytes: Buffer.concat([header, push(plain), finish()]), headerMac };
}

/** Cuts a stream into chunks. A full chunk is held back until more bytes follow, because it may be the last one. */
function chunker(cipher: ChunkCipher, chunkBytes: number): Pick<ContainerWriter, 'push' | 'finish'> {
  const waiting = Buffer.alloc(chunkBytes);
  let filled = 0;
  let index = 0;
  let ended = false;

  const fill = (plain: Buffer) => {
    const taken = plain.copy(waiting, filled);
    filled += taken;
    return plain.subarray(taken);
  };

  return {
    push(plain) {
      if (ended) throw new Error('The container is finished.');
      const sealed: Buffer[] = [];
      let rest = filled > 0 ? fill(plain) : plain;
      if (filled > 0 && rest.length > 0) {
        sealed.push(...cipher.seal(index++, false, waiting));
        filled = 0;
      }
      for (; rest.length > chunkBytes; rest = rest.subarray(chunkBytes)) {
        sealed.push(...cipher.seal(index++, false, rest.subarray(0, chunkBytes)));
      }
      if (rest.length > 0) fill(rest);
      return Buffer.concat(sealed);
    },
    finish() {
      if (ended) throw new Error('The container is finished.');
      ended = true;
      return Buffer.concat(cipher.seal(index, true, waiting.subarray(0, filled)));
    },
  };
}
