import type { ByteSource } from '../byte-source';

/**
 * Sound that is decoded in blocks, each by itself: the same block has the same samples whatever was decoded before it.
 * Lengths in samples per channel.
 */
export type Blocks = {
  sample_rate: number;
  channels: number;
  length: number;
  /** The length of every block but the last. */
  blockLength: number;
  /** Writes the samples of a block, interleaved, into `out`, which has their length and is silent. */
  decode(index: number, out: Int16Array): Promise<void>;
};

/** A part of a file, in bytes. */
export type Span = { offset: number; length: number };

/** Parts of a file as one source. Closing it leaves the file open. */
export function spanned(source: ByteSource, spans: readonly Span[]): ByteSource {
  const starts: number[] = [];
  let size = 0;
  for (const { length } of spans) {
    starts.push(size);
    size += length;
  }
  return {
    size,
    close: async () => undefined,
    async read(position, length) {
      const pieces: Buffer[] = [];
      const end = Math.min(size, position + length);
      for (let n = lastAtMost(starts, position), at = position; at < end && n < spans.length; n += 1) {
        const [span, start] = [spans[n]!, starts[n]!];
        const piece = await source.read(span.offset + at - start, Math.min(end, start + span.length) - at);
        pieces.push(piece);
        at = start + span.length;
      }
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    },
  };
}

/** The place of the last of these rising numbers that is not above a value; 0 when there is none. */
export function lastAtMost(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** A value as a 16-bit sample. */
export const clamped = (value: number): number => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value);

/** Samples of −1…1 as 16 bits. */
export function pcmOf(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let n = 0; n < out.length; n += 1) out[n] = clamped(Math.round(samples[n]! * 32_768));
  return out;
}
