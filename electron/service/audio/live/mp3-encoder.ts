import { decodeChannel } from '../pcm';
import type { LiveSound } from './frames';

/** Turns 16-bit samples into MP3 frames. */
export type Mp3Encoder = {
  /** The frames that are complete with these whole samples, often none. */
  encode(samples: Buffer): Buffer;
  /** The last frames. */
  finish(): Buffer;
};

type Pcm = Pick<LiveSound, 'sample_rate' | 'channels'>;

/** Constant bit rates in kbit/s for each channel. With them, all frames of a file have the same length. */
const kilobits: Record<number, 24 | 32 | 64> = { 8000: 24, 16000: 32, 48000: 64 };
const bitrateOf = ({ sample_rate, channels }: Pcm) =>
  ((kilobits[sample_rate] ?? 64) * channels) as 24 | 32 | 48 | 64 | 128;

/** Loaded where it is used, so that no start of the main process waits for it. A chunk of 16 KiB takes 2 to 4 ms. */
export async function mp3Encoder(sound: Pcm): Promise<Mp3Encoder> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sound.sample_rate, channels: sound.channels as 1 | 2, bitrate: bitrateOf(sound) });
  // Copied, because the encoder uses its output again.
  const copied = (bytes: Uint8Array) => Buffer.from(bytes);
  return {
    encode: (samples) =>
      copied(
        encoder.encode(
          Array.from({ length: sound.channels }, (_, channel) => floats(samples, channel, sound.channels)),
        ),
      ),
    finish: () => copied(encoder.finalize()),
  };
}

function floats(bytes: Buffer, channel: number, channels: number): Float32Array {
  const samples = decodeChannel.pcm_s16le(bytes, channel, channels);
  const out = new Float32Array(samples.length);
  for (let i = 0; i < out.length; i += 1) out[i] = samples[i]! / 32_768;
  return out;
}

/** Encoder and decoder delay the sound by this many samples. */
const delaySamples = 1105;

/**
 * How many bytes of samples are complete in a number of bytes of MP3 that `mp3Encoder` has made. Of the last frame, which overlaps
 * with the next one, none are.
 */
export function bytesEncodedIn(mp3Bytes: number, sound: Pcm): number {
  const frameSamples = sound.sample_rate > 24_000 ? 1152 : 576;
  const frameBytes = (frameSamples * 125 * bitrateOf(sound)) / sound.sample_rate;
  const frames = Math.floor(mp3Bytes / frameBytes) - 1;
  return 2 * sound.channels * Math.max(0, frames * frameSamples - delaySamples);
}
