import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import type { Probe } from './probe';
import { samplesOf, soundLayout } from './samples';
import { type Sound, soundDecoder } from './sound-decoder';
import { isWavCodec } from './wav';

/** The waveform of a recording: per channel one (min, max) pair of -127…127 for each fiftieth of a second. */
export type Peaks = {
  channels: number;
  /** Exact for MP3 too, whose length is known only after decoding. */
  duration_ms: number;
  per_second: 50;
  bits: 8;
  /** One array per channel, with `duration_ms` / 20 pairs, rounded up. */
  data: Int8Array[];
};

export type PeaksBuilder = {
  /** Takes the next bytes of the original file, from its first byte on. Await each call, or memory grows. */
  push(bytes: Buffer): Promise<void>;
  /** Ends the file. `push` must not be called afterwards. */
  finish(): Promise<Peaks>;
};

const perSecond = 50;

/** Computes the waveform while the bytes pass through, in memory bounded by the result: 6 KB per minute and channel. */
export function peaksBuilder(sound: Sound): PeaksBuilder {
  const lanes = Array.from({ length: sound.channels }, () => new Lane(sound.sample_rate));
  const decoder = soundDecoder(sound, (block) => {
    for (const [channel, lane] of lanes.entries()) lane.add(block[channel]!);
  });
  return {
    push: (bytes) => decoder.push(bytes),
    async finish() {
      const samples = await decoder.finish();
      const duration_ms = Math.round((samples / sound.sample_rate) * 1000);
      const pairs = Math.ceil((duration_ms * perSecond) / 1000);
      const data = lanes.map((lane) => lane.finish(pairs));
      return { channels: sound.channels, duration_ms, per_second: perSecond, bits: 8, data };
    },
  };
}

/**
 * Computes the waveform of a whole file while its bytes pass through. If players get its samples, it is drawn from these, so
 * that it cannot differ from what is heard.
 */
export function filePeaks(source: ByteSource, probe: Probe): PeaksBuilder {
  const { format, codec } = probe;
  if (format === 'wav' && isWavCodec(codec) && !probe.rendered) return peaksBuilder({ ...probe, codec });
  return {
    push: async () => undefined,
    async finish() {
      const { read, ...samples } = samplesOf(source, await soundLayout(source, format));
      const builder = peaksBuilder({ ...samples, data_offset: 0, data_length: samples.length });
      for await (const bytes of read(0, samples.length - 1)) await builder.push(bytes);
      return builder.finish();
    },
  };
}

/** The waveform of one channel while it grows. */
class Lane {
  private drawn = new Int8Array(2 * perSecond * 60);
  private pairs = 0;
  private seen = 0;
  private pairEnd: number;
  private low = 32_767;
  private high = -32_768;

  constructor(private readonly sampleRate: number) {
    this.pairEnd = Math.ceil(sampleRate / perSecond);
  }

  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + this.pairEnd - this.seen);
      let { low, high } = this;
      this.seen += end - at;
      for (; at < end; at += 1) {
        const sample = samples[at]!;
        if (sample < low) low = sample;
        if (sample > high) high = sample;
      }
      [this.low, this.high] = [low, high];
      if (this.seen === this.pairEnd) this.endPair();
    }
  }

  finish(pairs: number): Int8Array {
    if (this.low <= this.high) this.endPair();
    return this.drawn.slice(0, 2 * pairs);
  }

  private endPair(): void {
    if (2 * this.pairs >= this.drawn.length) {
      const more = new Int8Array(2 * this.drawn.length);
      more.set(this.drawn);
      this.drawn = more;
    }
    this.drawn[2 * this.pairs] = to8Bits(this.low);
    this.drawn[2 * this.pairs + 1] = to8Bits(this.high);
    this.pairs += 1;
    this.pairEnd = Math.ceil(((this.pairs + 1) * this.sampleRate) / perSecond);
    [this.low, this.high] = [32_767, -32_768];
  }
}

const to8Bits = (sample: number) => Math.max(-127, Math.round((sample * 127) / 32_767));

const signature = Buffer.from('EPK1', 'latin1');
const headBytes = 16;

/**
 * A side file: `EPK1`, channels, pairs per second, duration in ms (6 bytes), pairs (4 bytes), big endian; then each
 * channel.
 */
export function encodePeaks({ channels, duration_ms, per_second, data }: Peaks): Buffer {
  const head = Buffer.alloc(headBytes);
  signature.copy(head);
  head.set([channels, per_second], 4);
  head.writeUIntBE(duration_ms, 6, 6);
  head.writeUInt32BE((data[0]?.length ?? 0) / 2, 12);
  return Buffer.concat([head, ...data.map((pairs) => Buffer.from(pairs.buffer, pairs.byteOffset, pairs.length))]);
}

/** Decodes the output of `encodePeaks`. Refused with IntegrityError for other bytes. */
export function decodePeaks(bytes: Buffer): Peaks {
  const [channels, per_second] = [bytes[4] ?? 0, bytes[5]];
  const length = bytes.length < headBytes ? 0 : 2 * bytes.readUInt32BE(12);
  const isWhole = bytes.length === headBytes + channels * length && per_second === perSecond;
  if (!bytes.subarray(0, 4).equals(signature) || !isWhole) {
    throw new Refusal('IntegrityError', reason('peaks_damaged'));
  }
  const data = Array.from({ length: channels }, (_, channel) => {
    const from = bytes.byteOffset + headBytes + channel * length;
    return new Int8Array(bytes.buffer.slice(from, from + length) as ArrayBuffer);
  });
  return { channels, duration_ms: bytes.readUIntBE(6, 6), per_second: perSecond, bits: 8, data };
}
