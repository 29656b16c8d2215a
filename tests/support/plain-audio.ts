const windowBytes = 64;
const minDistinct = 24;
/** A window contains at least three whole blocks, and if it has 24 distinct values, one of its blocks has three. */
const blockBytes = 16;
const minDistinctInBlock = 3;
const filterBits = 24;
const factor = 0x01000193;
const dropped = Array.from({ length: blockBytes }).reduce((power: number) => Math.imul(power, factor), 1);

/** Finds an original in the stored bytes for which this search was built: the position of a block, or undefined. */
type Search = (original: Buffer) => number | undefined;

/**
 * Searches for any 64-byte window of an original, at any offset, with at least 24 distinct values. The stored bytes are
 * indexed by their aligned blocks, and a rolling hash runs over the original, which covers every pair of offsets.
 */
export function searchFor(stored: Buffer): Search {
  const filter = new Uint8Array(2 ** filterBits / 8);
  const blocks = new Map<number, number[]>();
  for (let place = 0; place + blockBytes <= stored.length; place += blockBytes) {
    if (distinct(stored, place, blockBytes) < minDistinctInBlock) continue;
    let hash = 0;
    for (let at = place; at < place + blockBytes; at++) hash = (Math.imul(hash, factor) + stored[at]!) | 0;
    filter[byteOf(hash)]! |= bitOf(hash);
    const alike = blocks.get(hash);
    if (alike) alike.push(place);
    else blocks.set(hash, [place]);
  }

  return (original) => {
    let hash = 0;
    for (let end = 0; end < original.length; end++) {
      const gone = end >= blockBytes ? original[end - blockBytes]! : 0;
      hash = (Math.imul(hash, factor) + original[end]! - Math.imul(gone, dropped)) | 0;
      if (end < blockBytes - 1 || (filter[byteOf(hash)]! & bitOf(hash)) === 0) continue;
      const from = end - blockBytes + 1;
      const place = blocks.get(hash)?.find((place) => agree(original, from, stored, place));
      if (place !== undefined) return place;
    }
    return undefined;
  };
}

const byteOf = (hash: number) => hash >>> (32 - filterBits + 3);
const bitOf = (hash: number) => 1 << ((hash >>> (32 - filterBits)) & 7);

/** Whether the common block is part of a common window that is not silence. */
function agree(original: Buffer, from: number, stored: Buffer, place: number): boolean {
  let before = 0;
  const reach = Math.min(windowBytes - blockBytes, from, place);
  while (before < reach && original[from - before - 1] === stored[place - before - 1]) before++;
  let after = 0;
  while (after < windowBytes && from + after < original.length && original[from + after] === stored[place + after])
    after++;
  for (let first = -before; first + windowBytes <= after; first++) {
    if (distinct(original, from + first, windowBytes) >= minDistinct) return true;
  }
  return false;
}

const seen = new Uint32Array(256);
let turn = 0;

/** The number of distinct values in `length` bytes. */
function distinct(bytes: Buffer, from: number, length: number): number {
  turn++;
  let count = 0;
  for (let at = from; at < from + length; at++) {
    const value = bytes[at]!;
    if (seen[value] === turn) continue;
    seen[value] = turn;
    count++;
  }
  return count;
}
