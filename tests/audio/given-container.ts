import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ByteSource } from '../../electron/service/audio/byte-source';
import { fingerprintOfKey, type Recipient } from '../../electron/service/audio/container/data-key';
import { openContainer } from '../../electron/service/audio/container/reader';
import { containerWriter, type Seed } from '../../electron/service/audio/container/writer';
import { Refusal } from '../../electron/service/refusal';
import { memorySource } from '../support/memory-source';

/** An RSA pair as a recipient and its private half. 2048 bits, because the tests make many. */
export function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const recipient: Recipient = { publicKey, fingerprint: fingerprintOfKey(publicKey) };
  return { privateKey, recipient };
}

export const given = keyPair();

export const freshSeed = (): Seed => ({ dek: randomBytes(32), fileId: randomBytes(16), salt: randomBytes(32) });

/** Bytes that differ from position to position. */
export const pattern = (length: number, modulus = 251) => Buffer.from(Array.from({ length }, (_, i) => i % modulus));

/** A whole container in memory, written in pieces of `pieceBytes`. */
export function sealed(
  plain: Buffer,
  { chunkLog2 = 12, seed = freshSeed(), recipients = [given.recipient], pieceBytes = 5000 } = {},
) {
  const writer = containerWriter({ recipients, chunkLog2 }, { ...seed, dek: Buffer.from(seed.dek) });
  const parts = [writer.header];
  for (let at = 0; at < plain.length; at += pieceBytes) parts.push(writer.push(plain.subarray(at, at + pieceBytes)));
  return { ...seed, writer, bytes: Buffer.concat([...parts, writer.finish()]) };
}

export async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of stream) parts.push(bytes);
  return Buffer.concat(parts);
}

/** All plain bytes of a container. */
export async function readAll(bytes: Buffer, ...rest: RestOf<typeof openContainer>): Promise<Buffer> {
  const container = await openContainer(memorySource(bytes), ...rest);
  return collect(container.read(0, container.length - 1));
}

type RestOf<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never;

/** Returns `code reason` of the Refusal that `act` rejects with; rethrows other errors. */
export async function refusalOf(act: Promise<unknown>): Promise<string | undefined> {
  try {
    await act;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.reason.code}`;
    throw error;
  }
}

/** A source that records the largest read and the number of reads. */
export function watched(source: ByteSource) {
  const seen = { largest: 0, reads: 0, closed: 0 };
  const watching: ByteSource = {
    size: source.size,
    async read(position, length) {
      seen.largest = Math.max(seen.largest, length);
      seen.reads += 1;
      return source.read(position, length);
    },
    async close() {
      seen.closed += 1;
      await source.close();
    },
  };
  return { source: watching, seen };
}
