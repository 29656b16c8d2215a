/** The requested part of a stream; `first` and `last` are inclusive. */
export type Range = { kind: 'whole' } | { kind: 'part'; first: number; last: number } | { kind: 'unsatisfiable' };

const pattern = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * Parses a Range header for `length` bytes (RFC 9110, section 14). An invalid range, another unit, or more than one
 * range selects the whole; a range after the end cannot be satisfied (416).
 */
export function parseRange(header: string | null, length: number): Range {
  const [match, from, to, suffix] = pattern.exec(header ?? '') ?? [];
  if (!match) return { kind: 'whole' };
  if (suffix !== undefined) return lastBytes(Number(suffix), length);
  // Compared exactly, because two numbers beyond 2^53 may round to the same value.
  if (to && BigInt(to) < BigInt(from!)) return { kind: 'whole' };
  const first = Number(from);
  if (first >= length) return { kind: 'unsatisfiable' };
  return { kind: 'part', first, last: to ? Math.min(Number(to), length - 1) : length - 1 };
}

/** The last bytes of an empty stream are the whole stream. */
function lastBytes(count: number, length: number): Range {
  if (count === 0) return { kind: 'unsatisfiable' };
  if (length === 0) return { kind: 'whole' };
  return { kind: 'part', first: Math.max(0, length - count), last: length - 1 };
}
