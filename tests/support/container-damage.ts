import { openContainer } from '../../electron/service/audio/container/reader';
import { pattern, readAll, refusalOf, sealed, watched } from '../audio/given-container';
import { diceOf } from './dice';
import { memorySource } from './memory-source';

export const chunkBytes = 4096;
export const plain = pattern(3 * chunkBytes + 700);
/** A container of four chunks, the last of which is shorter. */
export const file = sealed(plain);
export const headerBytes = file.writer.header.length;

const reasons =
  /^(IntegrityError cra_(bad_magic|bad_version|bad_header|unwrap|header_mac|truncated|corrupt_chunk)|PermissionError cra_no_key)$/;

/** A copy in which the byte at this place is changed. */
export function changed(bytes: Buffer, at: number, by: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ by;
  return copy;
}

const isNoticed = (refusal: string | undefined) => refusal !== undefined && reasons.test(refusal);

/** The lengths to which the file can be cut unnoticed, of every `step`-th. */
export async function unnoticedCuts(step = 1): Promise<number[]> {
  const unnoticed: number[] = [];
  for (let length = 0; length < file.bytes.length; length += step)
    if (!isNoticed(await refusalOf(readAll(file.bytes.subarray(0, length), file.dek)))) unnoticed.push(length);
  return unnoticed;
}

/** The places of bytes that can be changed unnoticed, of every `step`-th. */
export async function unnoticedChanges(step = 1): Promise<number[]> {
  const unnoticed: number[] = [];
  for (let at = 0; at < file.bytes.length; at += step)
    if (!isNoticed(await refusalOf(readAll(changed(file.bytes, at, 1 + (at % 255)), file.dek)))) unnoticed.push(at);
  return unnoticed;
}

/** The random headers, in hex, that are read unnoticed or leave the file open, and the largest read of all. */
export async function unnoticedHeaders(
  runs: number,
  seed: number,
): Promise<{ unnoticed: string[]; largestRead: number }> {
  const dice = diceOf(seed);
  const unnoticed: string[] = [];
  let largestRead = 0;
  for (let run = 0; run < runs; run += 1) {
    const bytes = Buffer.from(file.bytes);
    const noise = Buffer.from(Array.from({ length: 1 + (run % 60) }, () => dice(256)));
    noise.copy(bytes, run % 3 === 0 ? 8 : dice(headerBytes - noise.length));
    if (bytes.equals(file.bytes)) continue;
    const { source, seen } = watched(memorySource(bytes));
    const refusal = await refusalOf(openContainer(source, file.dek));
    if (!isNoticed(refusal) || seen.closed !== 1) unnoticed.push(bytes.toString('hex', 0, 100));
    largestRead = Math.max(largestRead, seen.largest);
  }
  return { unnoticed, largestRead };
}
