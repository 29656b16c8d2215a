import type { ByteSource } from '../../electron/service/audio/byte-source';

/** Bytes in memory, to be read like a file. */
export const memorySource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
  close: async () => {},
});
