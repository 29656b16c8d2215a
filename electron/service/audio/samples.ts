import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import { type Mp3Layout, mp3Layout } from './mp3-layout';
import { mp3Samples } from './mp3-samples';
import type { Probe } from './probe';
import { blockBytes, type Samples } from './wav';
import { type WavLayout, wavLayout } from './wav-layout';

/** Where the sound of a file is. Found once, for any number of reads. */
export type SoundLayout = WavLayout | Mp3Layout;

/** Finds the sound of a file. Refused with InvalidRecord when there is none. */
export async function soundLayout(source: ByteSource, codec: Probe['codec']): Promise<SoundLayout> {
  if (codec !== 'mp3') return wavLayout(source);
  const layout = await mp3Layout(source);
  if (!layout) throw new Refusal('InvalidRecord', reason('audio_unknown'));
  return layout;
}

/**
 * All the sound of a file, for a player that would not play the file, or not in step with its waveform: an MP3 file
 * decoded, a WAV file in its own codec.
 */
export const samplesOf = (source: ByteSource, layout: SoundLayout): Samples =>
  'runs' in layout ? mp3Samples(source, layout) : wavSamples(source, layout);

const stepBytes = 2 ** 18;

function wavSamples(source: ByteSource, { spans, isBigEndian, ...layout }: WavLayout): Samples {
  const { codec, sample_rate, channels, bits_per_sample, data_length: length } = layout;
  const block = blockBytes(layout);
  const step = stepBytes - (stepBytes % block);
  return {
    codec,
    sample_rate,
    channels,
    bits_per_sample,
    length,
    async *read(first, last) {
      let start = 0;
      for (const span of spans) {
        const from = Math.max(0, first - start);
        const to = Math.min(span.length, last + 1 - start);
        start += span.length;
        // Whole blocks, because their bytes may have to be swapped.
        for (let at = from - (from % block); at < to; at += step) {
          const bytes = await source.read(span.offset + at, Math.min(step, span.length - at));
          yield (isBigEndian ? swapped(bytes, bits_per_sample / 8) : bytes).subarray(Math.max(0, from - at), to - at);
        }
      }
    },
  };
}

/** Big-endian samples of so many bytes as little-endian ones. */
function swapped(bytes: Buffer, width: number): Buffer {
  const out = Buffer.from(bytes);
  if (width === 2) return out.swap16();
  if (width === 4) return out.swap32();
  for (let at = 0; width === 3 && at + 2 < out.length; at += 3) [out[at], out[at + 2]] = [out[at + 2]!, out[at]!];
  return out;
}
