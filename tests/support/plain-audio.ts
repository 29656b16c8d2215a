const windowBytes = 64;
const minDistinct = 24;
/** A window holds three whole blocks at least, and where it has 24 values, one of its blocks has three. */
const blockBytes = 16;
const minDistinctInBlock = 3;
const filterBits = 24;

/** Where an original shows: offsets of the first such window in it and in the stored bytes. */
export type Shown = { inOriginal: number; inStored: number };

/**
 * Looks for any 64-byte window of an original, at any offset, that has 24 distinct values or more. The stored bytes are
 * indexed by their aligned blocks and a rolling hash runs over the original, so that every pair of offsets is covered.
 */
export function plainWindow(original: Buffer, stored: Buffer): Shown | undefined {
  const { filter, blocks } = index(stored);
  if (blocks.size === 0) return undefined;
  let hash = 0;
  for (let end = 0; end < original.length; end++) {
    const gone = end >= blockBytes ? (original[end - blockBytes] as number) : 0;
    hash = (Math.imul(hash, factor) + (original[end] as number) - Math.imul(gone, dropped)) | 0;
    if (end < blockBytes - 1 || !hasBit(filter, hash)) continue;
    for (const place of blocks.get(hash) ?? []) {
      const shown = around(original, end - blockBytes + 1, stored, place);
      if (shown) return shown;
    }
  }
  return undefined;
}

const factor = 0x01000193;
const dropped = Array.from({ length: blockBytes }).reduce((power: number) => Math.imul(power, factor), 1);
const slot = (hash: number) => hash >>> (32 - filterBits);
const hasBit = (filter: Uint8Array, hash: number) => ((filter[slot(hash) >>> 3] as number) >>> (slot(hash) & 7)) & 1;

function index(stored: Buffer): { filter: Uint8Array; blocks: Map<number, number[]> } {
  const filter = new Uint8Array(2 ** filterBits / 8);
  const blocks = new Map<number, number[]>();
  for (let place = 0; place + blockBytes <= stored.length; place += blockBytes) {
    if (distinct(stored, place, blockBytes) < minDistinctInBlock) continue;
    let hash = 0;
    for (let at = place; at < place + blockBytes; at++) hash = (Math.imul(hash, factor) + (stored[at] as number)) | 0;
    filter[slot(hash) >>> 3] = (filter[slot(hash) >>> 3] as number) | (1 << (slot(hash) & 7));
    const alike = blocks.get(hash);
    if (alike) alike.push(place);
    else blocks.set(hash, [place]);
  }
  return { filter, blocks };
}

/** The window that holds this common block, if both sides agree far enough and it is no silence. */
function around(original: Buffer, from: number, stored: Buffer, place: number): Shown | undefined {
  const reach = windowBytes - blockBytes;
  let before = 0;
  while (
    before < reach &&
    from > before &&
    place > before &&
    original[from - before - 1] === stored[place - before - 1]
  )
    before++;
  let after = 0;
  while (after < windowBytes && from + after < original.length && original[from + after] === stored[place + after])
    after++;
  for (let first = -before; first + windowBytes <= after; first++) {
    if (distinct(original, from + first, windowBytes) >= minDistinct)
      return { inOriginal: from + first, inStored: place + first };
  }
  return undefined;
}

function distinct(bytes: Buffer, from: number, length: number): number {
  return new Set(bytes.subarray(from, from + length)).size;
}
