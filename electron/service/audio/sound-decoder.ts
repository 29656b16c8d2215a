import type { MPEGDecoder } from 'mpg123-decoder';
import { FrameSplitter, frameHeader, headBytes, type Info, infoOf, maxFrameBytes } from './mp3';
import { decodeChannel, toInt16 } from './pcm';
import { blockBytes, type WavCodec } from './wav';

/** The part of a probe or of a row that decoding needs. `data_length` may be Infinity while a recording is running. */
export type Sound = {
  codec: WavCodec | 'mp3';
  sample_rate: number;
  channels: number;
  data_offset: number;
  data_length: number;
};

/** The same time span of each channel, as 16-bit samples. */
type Block = Int16Array[];

/** Decodes a file while its bytes pass through, starting at its first byte, in bounded memory. */
type SoundDecoder = {
  push(bytes: Buffer): Promise<void>;
  /** The number of samples per channel that are sound; later samples are padding. */
  finish(): Promise<number>;
};

type Take = (block: Block) => void;

/** A decoder for any codec that `probe` accepts. `take` receives the sound in order, block by block. */
export const soundDecoder = (sound: Sound, take: Take): SoundDecoder =>
  sound.codec === 'mp3' ? mp3Decoder(sound, take) : wavDecoder(sound, sound.codec, take);

function wavDecoder({ data_offset, data_length, channels }: Sound, codec: WavCodec, take: Take): SoundDecoder {
  const block = blockBytes({ codec, channels });
  const decode = decodeChannel[codec];
  let [position, count] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);
  return {
    async push(bytes) {
      const sound = within(bytes, position, data_offset, data_length);
      position += bytes.length;
      const joined = rest.length > 0 ? Buffer.concat([rest, sound]) : sound;
      const whole = joined.length - (joined.length % block);
      rest = Buffer.from(joined.subarray(whole));
      count += whole / block;
      take(Array.from({ length: channels }, (_, channel) => decode(joined.subarray(0, whole), channel, channels)));
    },
    finish: async () => count,
  };
}

// The output of one step stays below a few MB, even at 8 kbit/s.
const stepBytes = 16_384;

function mp3Decoder({ data_offset, data_length, channels }: Sound, take: Take): SoundDecoder {
  const ready = openDecoder();
  let before: Buffer = Buffer.alloc(0);
  /** The beginning of a first header that is not complete yet. */
  let begun: Buffer = Buffer.alloc(0);
  let [position, decoded] = [0, 0];
  let splitter: FrameSplitter | undefined;
  let info: Info | undefined;

  /** Only whole frames reach the decoder, because otherwise it searches through any filler in the file. */
  function framesIn(sound: Buffer): Buffer[] {
    const bytes = begun.length > 0 ? Buffer.concat([begun, sound]) : sound;
    if (!splitter) {
      begun = bytes.length < headBytes ? Buffer.from(bytes) : Buffer.alloc(0);
      const first = begun.length > 0 ? undefined : frameHeader(bytes, 0);
      if (!first) return [];
      info = infoBefore(before);
      splitter = new FrameSplitter(first, data_offset);
    }
    return splitter.push(bytes).flatMap((run) => slices(run.bytes));
  }

  function decode(decoder: MPEGDecoder, bytes: Buffer): Block {
    const { channelData, samplesDecoded } = decoder.decode(bytes);
    const skipped = Math.min(samplesDecoded, Math.max(0, (info?.leadSamples ?? 0) - decoded));
    decoded += samplesDecoded;
    return channelData.slice(0, channels).map((samples) => fromFloats(samples.subarray(skipped)));
  }

  return {
    async push(bytes) {
      const decoder = await ready;
      const sound = within(bytes, position, data_offset, data_length);
      if (position < data_offset) {
        before = Buffer.concat([before, bytes.subarray(0, data_offset - position)]).subarray(-maxFrameBytes);
      }
      position += bytes.length;
      if (sound.length > 0) for (const frames of framesIn(sound)) take(decode(decoder, frames));
    },
    async finish() {
      (await ready).free();
      return Math.max(0, decoded - (info?.leadSamples ?? 0) - (info?.trailSamples ?? 0));
    },
  };
}

/** Loaded where it is used, so that no start of the main process waits for it. */
export async function openDecoder(): Promise<MPEGDecoder> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  return decoder;
}

/** A loop, because Int16Array.from with a function takes five times as long. */
function fromFloats(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < out.length; i += 1) out[i] = toInt16(samples[i]!);
  return out;
}

/** The part of `bytes`, at the offset `position`, that belongs to the sound. */
const within = (bytes: Buffer, position: number, offset: number, length: number): Buffer =>
  bytes.subarray(Math.max(0, offset - position), Math.max(0, offset + length - position));

function slices(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / stepBytes) }, (_, i) =>
    bytes.subarray(i * stepBytes, (i + 1) * stepBytes),
  );
}

/** The Info frame that ends where the sound begins; undefined when there is none. */
function infoBefore(before: Buffer): Info | undefined {
  for (let at = before.indexOf(0xff); at >= 0; at = before.indexOf(0xff, at + 1)) {
    const isLast = frameHeader(before, at)?.bytes === before.length - at;
    const info = isLast ? infoOf(before.subarray(at)) : undefined;
    if (info) return info;
  }
  return undefined;
}
