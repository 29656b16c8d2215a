/** A fingerprint (hex) in groups of four, as far as people compare it: 8 groups, or with `short` the first two and the last. */
export function spelled(fingerprint: string, { short = false } = {}): string {
  const groups = fingerprint.slice(0, 32).toUpperCase().match(/.{4}/g) ?? [];
  return short ? `${groups[0]} ${groups[1]} … ${groups.at(-1)}` : groups.join(' ');
}

/** The heights of a key print: pairs of bars from 0 to 1, agent above customer, from the bytes of the fingerprint. */
export function barsOf(fingerprint: string, count: number): { above: number; below: number }[] {
  const bytes = (fingerprint.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return Array.from({ length: count }, (_, place) => {
    const byte = bytes[place % bytes.length] ?? 0;
    return { above: (byte >> 4) / 15, below: (byte & 15) / 15 };
  });
}
