import type { ByteSource } from '../byte-source';
import { type Blocks, clamped } from './blocks';

/**
 * A decoder for GSM 06.10 full rate (ETSI EN 300 961), which gives exactly the samples of the standard: all arithmetic is
 * in 16-bit fixed point, as there. The names of the tables are those of the standard.
 */

/** Samples of one frame of 20 ms. */
export const gsmFrameSamples = 160;

/** How frames are packed: 33 bytes each, or two of them in 65 bytes, in the order of a WAV file. */
export type GsmPacking = { bytes: number; frames: 1 | 2 };
export const plainGsm: GsmPacking = { bytes: 33, frames: 1 };
export const wavGsm: GsmPacking = { bytes: 65, frames: 2 };

/** Whether these bytes can begin a plain frame. */
export const isGsmFrame = (bytes: Buffer, at = 0): boolean => (bytes[at] ?? 0) >> 4 === 0xd;

const MIC = [-32, -32, -16, -16, -8, -8, -4, -4];
const B = [0, 0, 2048, -2560, 94, -1792, -341, -1144];
const INVA = [13107, 13107, 13107, 13107, 19223, 17476, 31454, 29708];
const QLB = [3277, 11469, 21299, 32767];
const FAC = [18431, 20479, 22527, 24575, 26623, 28671, 30719, 32767];
const larBits = [6, 6, 5, 5, 4, 4, 3, 3];
const subframes = 4;
const subframeSamples = 40;
const pulses = 13;
const history = 120;

/** The ends of the four stretches of a frame, which have their own filter each. */
const stretches = [13, 27, 40, 160];

/** The rounded product of two fractions. Only −1 times −1 does not fit. */
const product = (a: number, b: number) => clamped((a * b + 16384) >> 15);

/** Decodes frames one after another. What a frame sounds like depends on those before it. */
export class GsmDecoder {
  /** Excitation: the last 120 samples, then those of the frame. */
  private readonly excitation = new Int16Array(history + gsmFrameSamples);
  private readonly lattice = new Int32Array(9);
  private before = new Int32Array(8);
  private lag = 40;
  private deemphasis = 0;

  private readonly lar = new Int32Array(8);
  private readonly filter = new Int32Array(8);

  /** Decodes one block of a packing into `out`. */
  decode(bytes: Buffer, packing: GsmPacking, out: Int16Array): void {
    const isInWav = packing.frames === 2;
    const bits = isInWav ? new LowBits(bytes) : new HighBits(bytes);
    if (!isInWav) bits.take(4);
    for (let frame = 0; frame < packing.frames; frame += 1) this.frame(bits, out, frame * gsmFrameSamples);
  }

  /** Whether both decoders give the same samples from here on, whatever frames follow. */
  isLike(other: GsmDecoder): boolean {
    const recent = ({ excitation }: GsmDecoder) => excitation.subarray(0, history);
    return (
      this.lag === other.lag &&
      this.deemphasis === other.deemphasis &&
      isEqual(this.lattice, other.lattice) &&
      isEqual(this.before, other.before) &&
      isEqual(recent(this), recent(other))
    );
  }

  /** Puts the decoder into a state that no sound has, to see how long a state lasts. */
  disturb(): void {
    for (let n = 0; n < history; n += 1) this.excitation[n] = n % 2 ? 8000 : -8000;
    this.lattice.fill(4000);
    this.deemphasis = 4000;
  }

  private frame(bits: Bits, out: Int16Array, at: number): void {
    for (const [n, length] of larBits.entries()) {
      const coded = (bits.take(length) + MIC[n]!) << 10;
      this.lar[n] = clamped(2 * product(INVA[n]!, coded - 2 * B[n]!));
    }
    for (let n = 0; n < subframes; n += 1) this.excite(bits, history + n * subframeSamples);
    this.synthesise(out, at);
    this.excitation.copyWithin(0, gsmFrameSamples);
    this.before = this.lar.slice();
  }

  /** The excitation of a subframe: its own pulses on one of four grids, and what was heard one pitch period before. */
  private excite(bits: Bits, at: number): void {
    const { excitation } = this;
    const lag = bits.take(7);
    const gain = QLB[bits.take(2)]!;
    const grid = bits.take(2);
    const peak = bits.take(6);
    if (lag >= 40 && lag <= history) this.lag = lag;
    for (let n = at; n < at + subframeSamples; n += 1) excitation[n] = product(gain, excitation[n - this.lag]!);
    const { exponent, mantissa } = scaleOf(peak);
    const shift = 6 - exponent;
    const half = shift > 0 ? 1 << (shift - 1) : 0;
    for (let n = 0; n < pulses; n += 1) {
      const pulse = product(FAC[mantissa]!, (2 * bits.take(3) - 7) << 12);
      const place = at + grid + 3 * n;
      excitation[place] = clamped(excitation[place]! + (clamped(pulse + half) >> shift));
    }
  }

  /** The lattice filter of the vocal tract, and the de-emphasis behind it. */
  private synthesise(out: Int16Array, at: number): void {
    const { lattice, filter, excitation } = this;
    let from = 0;
    for (const [stretch, to] of stretches.entries()) {
      this.setFilter(stretch);
      for (let n = from; n < to; n += 1) {
        let sample = excitation[history + n]!;
        for (let i = 7; i >= 0; i -= 1) {
          const [coefficient, kept] = [filter[i]!, lattice[i]!];
          sample = clamped(sample - product(coefficient, kept));
          lattice[i + 1] = clamped(kept + product(coefficient, sample));
        }
        lattice[0] = sample;
        this.deemphasis = clamped(sample + product(this.deemphasis, 28180));
        out[at + n] = clamped(2 * this.deemphasis) & ~7;
      }
      from = to;
    }
  }

  /** The filter moves from that of the frame before to that of this one in three steps. */
  private setFilter(stretch: number): void {
    for (let n = 0; n < 8; n += 1) {
      const [old, now] = [this.before[n]!, this.lar[n]!];
      const ratio = [
        (old >> 2) + (now >> 2) + (old >> 1),
        (old >> 1) + (now >> 1),
        (old >> 2) + (now >> 2) + (now >> 1),
        now,
      ][stretch]!;
      const size = Math.min(32767, Math.abs(ratio));
      const reflection = size < 11059 ? size << 1 : size < 20070 ? size + 11059 : clamped((size >> 2) + 26112);
      this.filter[n] = ratio < 0 ? -reflection : reflection;
    }
  }
}

/** The logarithmic peak of a subframe's pulses. */
function scaleOf(peak: number): { exponent: number; mantissa: number } {
  let exponent = peak > 15 ? (peak >> 3) - 1 : 0;
  let mantissa = peak - (exponent << 3);
  if (mantissa === 0) return { exponent: -4, mantissa: 7 };
  while (mantissa <= 7) {
    mantissa = (mantissa << 1) | 1;
    exponent -= 1;
  }
  return { exponent, mantissa: mantissa - 8 };
}

type Bits = { take(count: number): number };

/** The highest bit of a byte first. */
class HighBits implements Bits {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  take(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n += 1, this.at += 1)
      value = (value << 1) | ((this.bytes[this.at >> 3]! >> (7 - (this.at & 7))) & 1);
    return value;
  }
}

/** The lowest bit of a byte first, and the lowest bit of a value first. */
class LowBits implements Bits {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  take(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n += 1, this.at += 1) value |= ((this.bytes[this.at >> 3]! >> (this.at & 7)) & 1) << n;
    return value;
  }
}

const isEqual = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  for (let n = 0; n < a.length; n += 1) if (a[n] !== b[n]) return false;
  return true;
};

/** Frames decoded before a block, until the sound before them no longer matters: 0.6 s, or more where it still does. */
const rollInFrames = 32;
const blockFrames = 100;

type GsmSound = { packing: GsmPacking; sample_rate: number; length: number };

/**
 * The sound of GSM frames, which `source` has and nothing else. A block in the middle begins with the state that the frames
 * before it leave: they are decoded from two different states until both are alike.
 */
export function gsmBlocks(source: ByteSource, { packing, sample_rate, length }: GsmSound): Blocks {
  const perBlock = blockFrames / packing.frames;
  let last: { decoder: GsmDecoder; next: number } | undefined;

  async function run(decoders: GsmDecoder[], from: number, to: number, out?: Int16Array): Promise<void> {
    const bytes = await source.read(from * packing.bytes, (to - from) * packing.bytes);
    const step = packing.frames * gsmFrameSamples;
    const unheard = new Int16Array(step);
    for (let n = 0; (n + 1) * packing.bytes <= bytes.length; n += 1) {
      const coded = bytes.subarray(n * packing.bytes, (n + 1) * packing.bytes);
      // A damaged frame is silence.
      if (packing.frames === 1 && !isGsmFrame(coded)) continue;
      for (const decoder of decoders) decoder.decode(coded, packing, unheard);
      out?.set(unheard.subarray(0, out.length - n * step), n * step);
    }
  }

  async function decoderAt(place: number): Promise<GsmDecoder> {
    for (let roll = rollInFrames; ; roll *= 4) {
      const from = Math.max(0, place - roll);
      const [decoder, other] = [new GsmDecoder(), new GsmDecoder()];
      other.disturb();
      await run(from === 0 ? [decoder] : [decoder, other], from, place);
      if (from === 0 || decoder.isLike(other)) return decoder;
    }
  }

  return {
    sample_rate,
    channels: 1,
    length,
    blockLength: blockFrames * gsmFrameSamples,
    async decode(index, out) {
      const from = index * perBlock;
      const decoder = last?.next === from ? last.decoder : await decoderAt(from);
      last = undefined;
      await run([decoder], from, from + perBlock, out);
      last = { decoder, next: from + perBlock };
    },
  };
}
