import type { fileKinds } from '@shared/reasons/files';
import { reason } from '@shared/reasons/reasons';
import type { SoundFormat } from '@shared/sound-formats';
import { Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import { adpcmBlocks, isAdpcm } from './formats/adpcm';
import { isAdts } from './formats/adts';
import { type AmrLayout, amrBlocks, amrCodecOf, amrLayout } from './formats/amr';
import { type Blocks, type Span, spanned } from './formats/blocks';
import { gsmBlocks, plainGsm, wavGsm } from './formats/gsm';
import { adtsLayout, type PacketLayout, packetBlocks, packetLayout } from './formats/packets';
import { auLayout, gsmLayout, isRaw, isWave64, rawLayout, wave64Layout } from './formats/plain';
import { type Mp3Layout, mp3Layout } from './mp3-layout';
import { mp3Samples } from './mp3-samples';
import { decodeChannel } from './pcm';
import { isWavCodec, type PlainCodec, type Samples } from './wav';
import { type WavLayout, wavLayout, wavStart } from './wav-layout';

/** An MP3 file, or the MP3 in the sound of a WAV file. */
type Mp3File = Mp3Layout & { format: 'mp3' | 'wav'; codec: 'mp3'; spans?: Span[] };

/** Where the sound of a file is. Found once, for any number of reads. */
export type SoundLayout = WavLayout | Mp3File | AmrLayout | PacketLayout;

type FileKind = keyof typeof fileKinds;
/** How files begin that have sound which Earshot cannot play. */
const others: [offset: number, signature: string, kind: FileKind][] = [
  [0, 'FORM', 'aiff'],
  [0, 'caff', 'caf'],
  [0, '\x30\x26\xb2\x75', 'wma'],
  [0, '\x0b\x77', 'ac3'],
  [28, 'Speex   ', 'speex'],
  [0, 'PK\x03\x04', 'zip'],
];

/** How containers of compressed packets begin. */
const containers: [offset: number, signature: string][] = [
  [0, 'OggS'],
  [0, 'fLaC'],
  [0, '\x1a\x45\xdf\xa3'],
  [4, 'ftyp'],
  [4, 'moov'],
];

const headBytes = 64;

/**
 * Finds the sound of a file by its content, never by its name; only sound without any header is what `known` says. Memory is
 * bounded whatever the file states about itself. Refused with InvalidRecord: no sound, or a format that cannot be played.
 */
export async function soundLayout(source: ByteSource, known?: SoundFormat): Promise<SoundLayout> {
  const head = await source.read(0, headBytes);
  if (head.length === 0) throw new Refusal('InvalidRecord', reason('audio_empty'));
  const begins = ([offset, signature]: readonly [number, string, ...unknown[]]) =>
    head.toString('latin1', offset, offset + signature.length) === signature;
  const wav = await wavStart(source);
  if (wav !== undefined) return inWav(source, await wavLayout(source, wav));
  if (isWave64(head)) return wave64Layout(source);
  if (head.toString('latin1', 0, 4) === '.snd') return auLayout(source);
  const amr = amrCodecOf(head);
  if (amr) return amrLayout(source, amr);
  const kind = others.find(begins)?.[2];
  if (kind) throw new Refusal('InvalidRecord', reason('audio_kind', { kind }));
  if (containers.some(begins)) return packetLayout(source);
  if (await isAdts(source)) return adtsLayout(source);
  const gsm = await gsmLayout(source);
  if (gsm) return gsm;
  const mp3 = await mp3Layout(source);
  if (mp3) return { ...mp3, format: 'mp3', codec: 'mp3' };
  if (known && isRaw(known)) return rawLayout(source, known);
  throw new Refusal('InvalidRecord', reason('audio_unknown'));
}

/** The sound of a WAV file, which may be MP3. */
async function inWav(source: ByteSource, layout: WavLayout): Promise<SoundLayout> {
  if (layout.codec !== 'mp3') return layout;
  const { spans } = layout;
  const mp3 = await mp3Layout(spanned(source, spans));
  if (!mp3) throw new Refusal('InvalidRecord', reason('audio_damaged'));
  return { ...mp3, format: 'wav', codec: 'mp3', spans };
}

/**
 * All the sound of a file, for a player that would not play the file, or not in step with its waveform: WAV files in their
 * own codec if players have it, everything else as 16-bit samples.
 */
export function samplesOf(source: ByteSource, layout: SoundLayout): Samples {
  if ('runs' in layout) return mp3Samples(layout.spans ? spanned(source, layout.spans) : source, layout);
  if ('setup' in layout) return samplesInBlocks(packetBlocks(source, layout));
  if ('frames' in layout) return samplesInBlocks(amrBlocks(source, layout));
  const { codec, sample_rate, channels, samples: length, block, format } = layout;
  const sound = spanned(source, layout.spans);
  if (codec === 'gsm') {
    const packing = block.bytes === wavGsm.bytes ? wavGsm : plainGsm;
    return samplesInBlocks(gsmBlocks(sound, { packing, sample_rate, length }));
  }
  if (isAdpcm(codec)) {
    return samplesInBlocks(adpcmBlocks(sound, { codec, sample_rate, channels, length, block }));
  }
  const plain = plainSamples(source, layout, codec as PlainCodec);
  return format === 'wav' && isWavCodec(plain.codec) ? { ...plain, codec: plain.codec } : asPcm(plain);
}

/** The samples of decoded sound: 16 bits, little endian like every machine that Earshot runs on. */
function samplesInBlocks({ sample_rate, channels, length, blockLength, decode }: Blocks): Samples {
  const width = 2 * channels;
  const blockBytes = blockLength * width;
  return {
    codec: 'pcm_s16le',
    sample_rate,
    channels,
    bits_per_sample: 16,
    length: length * width,
    async *read(first, last) {
      const end = Math.min(last + 1, length * width);
      for (let index = Math.floor(first / blockBytes); index * blockBytes < end; index += 1) {
        const from = index * blockBytes;
        const out = new Int16Array(Math.min(blockLength, length - index * blockLength) * channels);
        await decode(index, out);
        yield Buffer.from(out.buffer).subarray(Math.max(0, first - from), end - from);
      }
    },
  };
}

type Plain = Omit<Samples, 'codec'> & { codec: PlainCodec };

/** Plain samples as 16-bit ones. */
export function asPcm(samples: Plain): Samples {
  const { codec, sample_rate, channels, bits_per_sample, length, read } = samples;
  if (codec === 'pcm_s16le') return { ...samples, codec };
  const width = (bits_per_sample / 8) * channels;
  const decode = decodeChannel[codec];
  return samplesInBlocks({
    sample_rate,
    channels,
    length: length / width,
    blockLength: sample_rate,
    async decode(index, out) {
      const from = index * sample_rate * width;
      const pieces: Buffer[] = [];
      for await (const piece of read(from, from + (out.length / channels) * width - 1)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      for (let channel = 0; channel < channels; channel += 1) {
        const lane = decode(bytes, channel, channels);
        for (let n = 0, at = channel; n < lane.length; n += 1, at += channels) out[at] = lane[n]!;
      }
    },
  });
}

const stepBytes = 2 ** 18;

function plainSamples(source: ByteSource, layout: WavLayout, codec: PlainCodec): Plain {
  const { spans, isBigEndian, sample_rate, channels, bits_per_sample, data_length: length, block } = layout;
  const step = stepBytes - (stepBytes % block.bytes);
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
        for (let at = from - (from % block.bytes); at < to; at += step) {
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
  if (width === 8) return out.swap64();
  for (let at = 0; width === 3 && at + 2 < out.length; at += 3) [out[at], out[at + 2]] = [out[at + 2]!, out[at]!];
  return out;
}
