import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ByteSource } from '../byte-source';
import { damage } from './damage';

/** The data key wrapped to one RSA key. `fingerprint` is the SHA-256 of its SPKI, 32 bytes. */
export type Stanza = { fingerprint: Buffer; wrapped: Buffer };

/** The unencrypted header of a container (CRA1). `bytes` is the complete header, `mac` its last 32 bytes. */
export type Header = {
  bytes: Buffer;
  chunkLog2: number;
  fileId: Buffer;
  salt: Buffer;
  stanzas: Stanza[];
  mac: Buffer;
};

const magic = Buffer.from('894352410d0a1a0a', 'hex');
export const minChunkLog2 = 12;
export const maxChunkLog2 = 20;
const maxHeaderBytes = 65_536;
const fixedBytes = 66;
const macBytes = 32;
const fingerprintBytes = 32;
const stanzaHeadBytes = 4;
/** The most keys that a container can be encrypted to. */
export const maxStanzas = 64;
// One read returns a typical header with one to eight keys.
const firstReadBytes = 4096;

const macOf = (key: Buffer, head: Buffer) => createHmac('sha256', key).update(head).digest();

/**
 * Builds a header with its MAC under `key`: at most 64 stanzas and 65,536 bytes. The length of a stanza covers its
 * fingerprint and wrapped key.
 */
export function makeHeader(key: Buffer, { chunkLog2, fileId, salt, stanzas }: Omit<Header, 'bytes' | 'mac'>): Header {
  const fixed = Buffer.alloc(fixedBytes);
  magic.copy(fixed);
  fixed.set([1, 1, chunkLog2, 0], 8);
  fileId.copy(fixed, 16);
  salt.copy(fixed, 32);
  fixed.writeUInt16BE(stanzas.length, 64);
  const parts = stanzas.map(({ fingerprint, wrapped }) => {
    const head = Buffer.from([1, 0, 0, 0]);
    head.writeUInt16BE(fingerprintBytes + wrapped.length, 2);
    return Buffer.concat([head, fingerprint, wrapped]);
  });
  const head = Buffer.concat([fixed, ...parts]);
  const length = head.length + macBytes;
  if (stanzas.length < 1 || stanzas.length > maxStanzas || length > maxHeaderBytes) {
    throw new RangeError(`A container holds 1 to ${maxStanzas} wrapped keys in ${maxHeaderBytes} bytes.`);
  }
  head.writeUInt32BE(length, 12);
  const mac = macOf(key, head);
  return { bytes: Buffer.concat([head, mac]), chunkLog2, fileId, salt, stanzas, mac };
}

/** Whether a container can be encrypted to keys of these lengths. */
export const fitsHeader = (keyBits: readonly number[]): boolean =>
  keyBits.length <= maxStanzas &&
  keyBits.reduce(
    (sum, bits) => sum + stanzaHeadBytes + fingerprintBytes + Math.ceil(bits / 8),
    fixedBytes + macBytes,
  ) <= maxHeaderBytes;

/** Whether the header's MAC was made with `key`, and therefore with the data key that `key` is derived from. */
export const isGenuine = (header: Header, key: Buffer): boolean =>
  timingSafeEqual(macOf(key, header.bytes.subarray(0, -macBytes)), header.mac);

/**
 * The header at the start of `source`, so that a caller can find a private key for its stanzas. Its MAC is not checked
 * yet. Refused with cra_bad_magic, _bad_version, _bad_header, _truncated.
 */
export async function headerOf(source: ByteSource): Promise<Header> {
  const start = await source.read(0, firstReadBytes);
  if (!magic.subarray(0, start.length).equals(start.subarray(0, magic.length))) throw damage('cra_bad_magic');
  if (start.length < 16) throw damage('cra_truncated');
  if (start[8] !== 1 || start[9] !== 1) throw damage('cra_bad_version');
  const length = start.readUInt32BE(12);
  if (length > maxHeaderBytes || length < fixedBytes + macBytes) throw damage('cra_bad_header');
  const bytes = length <= start.length ? start.subarray(0, length) : await source.read(0, length);
  if (bytes.length < length) throw damage('cra_truncated');
  return parse(bytes);
}

function parse(bytes: Buffer): Header {
  const chunkLog2 = bytes.readUInt8(10);
  const count = bytes.readUInt16BE(64);
  if (chunkLog2 < minChunkLog2 || chunkLog2 > maxChunkLog2 || bytes[11] !== 0) throw damage('cra_bad_header');
  if (count < 1 || count > maxStanzas) throw damage('cra_bad_header');
  const end = bytes.length - macBytes;
  const stanzas: Stanza[] = [];
  let at = fixedBytes;
  for (let left = count; left > 0; left -= 1) {
    if (at + stanzaHeadBytes > end || bytes[at] !== 1 || bytes[at + 1] !== 0) throw damage('cra_bad_header');
    const next = at + stanzaHeadBytes + bytes.readUInt16BE(at + 2);
    const wrappedAt = at + stanzaHeadBytes + fingerprintBytes;
    if (next > end || next <= wrappedAt) throw damage('cra_bad_header');
    stanzas.push({
      fingerprint: bytes.subarray(at + stanzaHeadBytes, wrappedAt),
      wrapped: bytes.subarray(wrappedAt, next),
    });
    at = next;
  }
  if (at !== end) throw damage('cra_bad_header');
  return {
    bytes,
    chunkLog2,
    fileId: bytes.subarray(16, 32),
    salt: bytes.subarray(32, 64),
    stanzas,
    mac: bytes.subarray(end),
  };
}
