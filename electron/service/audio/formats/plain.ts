import { reason } from '@shared/reasons/reasons';
import { type SoundFormat, soundFormats } from '@shared/sound-formats';
import { Refusal } from '../../refusal';
import type { ByteSource } from '../byte-source';
import { mustBePlayable, plainFormat, type StoredFormat, wavFormat } from '../wav';
import type { RawFormat, WavLayout } from '../wav-layout';
import { gsmFrameSamples, isGsmFrame, plainGsm } from './gsm';

/** Files with one stretch of sound behind a header that is not that of WAV, or behind none. */
type Found = StoredFormat & Pick<WavLayout, 'format' | 'isBigEndian'> & { offset: number; stated: number };

function layoutOf(source: ByteSource, { offset, stated, ...found }: Found): WavLayout {
  const rest = Math.max(0, source.size - offset);
  const length = Math.min(stated, rest);
  const { bytes, samples } = found.block;
  const data_length = length - (length % bytes);
  if (data_length === 0) throw refused();
  return {
    ...found,
    spans: [{ offset, length: data_length }],
    samples: (data_length / bytes) * samples,
    data_offset: offset,
    data_length,
    truncated: stated > rest && Number.isFinite(stated),
    behindBytes: 0,
    unheardBytes: 0,
    strayBytes: 0,
    isRegular: false,
    chunks: new Map(),
  };
}

const refused = () => new Refusal('InvalidRecord', reason('sound_none'));

/** The encodings of an AU file, in the numbers of its header. */
const encodings = {
  1: 'mulaw',
  2: 'pcm_s8',
  3: 'pcm_s16le',
  4: 'pcm_s24le',
  5: 'pcm_s32le',
  6: 'pcm_f32le',
  7: 'pcm_f64le',
  27: 'alaw',
} as const;
const foreign: { [encoding: number]: string } = {
  23: 'G.721 ADPCM',
  24: 'G.722',
  25: 'G.723 ADPCM',
  26: 'G.723 ADPCM',
};

/** An AU file of Sun and NeXT: six numbers, then the sound, all with their highest byte first. */
export async function auLayout(source: ByteSource): Promise<WavLayout> {
  const head = await source.read(0, 24);
  if (head.length < 24) throw refused();
  const [, offset = 0, stated = 0, encoding = 0, sample_rate = 0, channels = 0] = [0, 4, 8, 12, 16, 20].map((at) =>
    head.readUInt32BE(at),
  );
  mustBePlayable(sample_rate, channels);
  const codec = encodings[encoding as keyof typeof encodings];
  if (!codec) {
    const name = foreign[encoding] ?? `AU ${encoding}`;
    throw new Refusal('InvalidRecord', reason('wav_codec', { codec: name }));
  }
  return layoutOf(source, {
    ...plainFormat(codec, sample_rate, channels),
    format: 'au',
    isBigEndian: true,
    offset,
    stated: stated === 0xffff_ffff ? Number.POSITIVE_INFINITY : stated,
  });
}

const guidRest = { riff: '2e91cf11a5d628db04c10000', other: 'f3acd3118cd100c04f8edb8a' };
const guid = (name: string) =>
  Buffer.concat([Buffer.from(name), Buffer.from(name === 'riff' ? guidRest.riff : guidRest.other, 'hex')]);
const chunkHead = 24;
const mostChunks = 1000;

/** Whether a Wave64 file begins with these bytes. */
export const isWave64 = (head: Buffer): boolean => head.subarray(0, 16).equals(guid('riff'));

/** A Wave64 file: chunks as in WAV, but with names of 16 bytes, and lengths of 8 that include the head, padded to 8. */
export async function wave64Layout(source: ByteSource): Promise<WavLayout> {
  let fmt: Buffer | undefined;
  for (let [at, count] = [chunkHead + 16, 0]; at + chunkHead <= source.size && count < mostChunks; count += 1) {
    const head = await source.read(at, chunkHead);
    const length = Number(head.readBigUInt64LE(16)) - chunkHead;
    const name = head.subarray(0, 16);
    if (name.equals(guid('fmt '))) fmt = await source.read(at + chunkHead, Math.min(64, Math.max(0, length)));
    if (name.equals(guid('data'))) {
      if (!fmt) break;
      const format = wavFormat(fmt, false);
      if (format.codec === 'mp3') throw new Refusal('InvalidRecord', reason('wav_codec', { codec: 'MP3' }));
      const stated = length > 0 && Number.isSafeInteger(length) ? length : Number.POSITIVE_INFINITY;
      return layoutOf(source, { ...format, format: 'w64', isBigEndian: false, offset: at + chunkHead, stated });
    }
    if (length < 0) break;
    at += Math.ceil((chunkHead + length) / 8) * 8;
  }
  throw new Refusal('InvalidRecord', reason(fmt ? 'wav_no_data' : 'wav_no_format'));
}

const raw = {
  ulaw: plainFormat('mulaw', 8000, 1),
  alaw: plainFormat('alaw', 8000, 1),
  sln: plainFormat('pcm_s16le', 8000, 1),
  sln16: plainFormat('pcm_s16le', 16_000, 1),
};

/** Whether sound of this format has no header that says what it is. */
export const isRaw = (format: SoundFormat): format is RawFormat => Object.hasOwn(raw, format);

/** The format that the name of a file without a header says; undefined for others. */
export function rawFormatOf(name: string): RawFormat | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const rawFormats = Object.keys(raw) as RawFormat[];
  return rawFormats.find((format) => (soundFormats[format].endings as readonly string[]).includes(ending));
}

/** Sound without a header, as the name of its file says. */
export const rawLayout = (source: ByteSource, format: RawFormat): WavLayout =>
  layoutOf(source, { ...raw[format], format, isBigEndian: false, offset: 0, stated: source.size });

/** As many frames are enough to see that nothing else is in a file. */
const gsmFramesSeen = 2000;
const fewestGsmFrames = 4;

/** Bare frames of GSM; undefined for other files. A frame that is cut at the end is left out. */
export async function gsmLayout(source: ByteSource): Promise<WavLayout | undefined> {
  const { bytes } = plainGsm;
  const head = await source.read(0, gsmFramesSeen * bytes);
  const frames = Math.floor(head.length / bytes);
  if (frames < fewestGsmFrames) return undefined;
  for (let n = 0; n < frames; n += 1) if (!isGsmFrame(head, n * bytes)) return undefined;
  const block = { bytes, samples: gsmFrameSamples };
  const found = { codec: 'gsm', sample_rate: 8000, channels: 1, bits_per_sample: 16, block } as const;
  const layout = layoutOf(source, { ...found, format: 'gsm', isBigEndian: false, offset: 0, stated: source.size });
  return { ...layout, truncated: source.size % bytes > 0 };
}
