import { type Reason, reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import { type AdpcmCodec, adpcmSamples } from './formats/adpcm';
import { gsmFrameSamples, wavGsm } from './formats/gsm';

/** The sample formats that the player supports. */
export type WavCodec = 'pcm_u8' | 'pcm_s16le' | 'pcm_s24le' | 'pcm_s32le' | 'pcm_f32le' | 'mulaw' | 'alaw';

export type WavFormat = { codec: WavCodec; sample_rate: number; channels: number; bits_per_sample: number };

/** Sound without a header, which can be read at any position. */
export type Samples = WavFormat & {
  /** In bytes. */
  length: number;
  /** `first` and `last` are both included. Equal ranges have equal bytes. */
  read(first: number, last: number): AsyncIterable<Buffer>;
};

/** What a WAV file, or one like it, may have besides these: it is decoded before it is played, except for MP3. */
export type StoredCodec = PlainCodec | 'gsm' | AdpcmCodec | 'mp3';

/** Codecs of plain samples, each by itself. */
export type PlainCodec = WavCodec | 'pcm_s8' | 'pcm_f64le';

/** The format of the sound in a file: blocks of so many bytes, with so many samples per channel. */
export type StoredFormat = Omit<WavFormat, 'codec'> & { codec: StoredCodec; block: { bytes: number; samples: number } };

/** The format of samples, which are blocks of one. */
export const plainFormat = (codec: PlainCodec, sample_rate: number, channels: number): StoredFormat => {
  const depth = codec === 'pcm_s8' ? 8 : codec === 'pcm_f64le' ? 64 : bits[codec];
  return { codec, sample_rate, channels, bits_per_sample: depth, block: { bytes: (depth / 8) * channels, samples: 1 } };
};

/** Whether a codec is played as it is in a WAV file. */
export const isWavCodec = (codec: string): codec is WavCodec => Object.hasOwn(bits, codec);

const bits: Record<WavCodec, number> = {
  pcm_u8: 8,
  pcm_s16le: 16,
  pcm_s24le: 24,
  pcm_s32le: 32,
  pcm_f32le: 32,
  mulaw: 8,
  alaw: 8,
};
const tagOf: Record<WavCodec, number> = {
  pcm_u8: 1,
  pcm_s16le: 1,
  pcm_s24le: 1,
  pcm_s32le: 1,
  pcm_f32le: 3,
  alaw: 6,
  mulaw: 7,
};
const extensible = 0xfffe;
const extensibleGuid = Buffer.from('000000001000800000aa00389b71', 'hex');
const names: Record<number, string> = {
  20: 'G.723 ADPCM',
  34: 'TrueSpeech',
  64: 'G.721 ADPCM',
  66: 'G.723.1',
  69: 'G.726 ADPCM',
  100: 'G.726 ADPCM',
  131: 'G.729',
  352: 'Windows Media Audio',
  353: 'Windows Media Audio',
  655: 'G.722',
};

const namesInside: Record<number, string> = { 80: 'MPEG Layer II', 255: 'AAC' };

/** Why sound with this format tag or bit depth cannot be played. */
function unplayable(tag: number, depth: number): Reason {
  if (tag === 1 || tag === 3) return reason('wav_bits', { bits: depth });
  const [codec, inside] = [names[tag], namesInside[tag]];
  if (inside) return reason('wav_inside', { codec: inside });
  return codec ? reason('wav_codec', { codec }) : reason('wav_kind', { tag: `0x${tag.toString(16)}` });
}

// The range of sample rates that Chromium plays.
const lowestRate = 3000;
const highestRate = 384_000;

/** Bytes of one sample in all channels. */
export const blockBytes = ({ codec, channels }: Pick<WavFormat, 'codec' | 'channels'>): number =>
  (bits[codec] / 8) * channels;

const refused = (why: Reason) => new Refusal('InvalidRecord', why);

/**
 * The format that a `fmt ` chunk states, its numbers in this byte order. Refused with InvalidRecord for one that Earshot
 * cannot play.
 */
export function wavFormat(fmt: Buffer, isBigEndian: boolean): StoredFormat {
  if (fmt.length < 16) throw refused(reason('wav_bad_format'));
  const short = (at: number) => (isBigEndian ? fmt.readUInt16BE(at) : fmt.readUInt16LE(at));
  const [channels, blockBytes, depth] = [short(2), short(12), short(14)];
  const sample_rate = isBigEndian ? fmt.readUInt32BE(4) : fmt.readUInt32LE(4);
  mustBePlayable(sample_rate, channels);
  let tag = short(0);
  if (tag === extensible && fmt.length >= 40 && fmt.subarray(26, 40).equals(extensibleGuid)) tag = short(24);
  const block = blockOf(tag, blockBytes, channels);
  if (block) return { codec: block.codec, sample_rate, channels, bits_per_sample: 16, block };
  return plainFormat(codecOf(tag, depth), sample_rate, channels);
}

/** Refuses with InvalidRecord a rate or a number of channels that no player has. */
export function mustBePlayable(sample_rate: number, channels: number): void {
  if (channels === 0) throw refused(reason('wav_bad_format'));
  if (channels > 2) throw refused(reason('wav_channels', { channels }));
  // Matroska states rates as floating-point numbers.
  if (!Number.isInteger(sample_rate) || sample_rate < lowestRate || sample_rate > highestRate) {
    throw refused(reason('wav_rate', { rate: sample_rate }));
  }
}

/** The blocks of a compressed format; undefined for plain samples. */
function blockOf(tag: number, bytes: number, channels: number) {
  const codec = compressed[tag];
  if (!codec) return undefined;
  if (codec === 'mp3') return { codec, bytes: 1, samples: 1 };
  const samples = codec === 'gsm' ? 2 * gsmFrameSamples : adpcmSamples(codec, bytes, channels);
  const isGsm = codec === 'gsm' && bytes === wavGsm.bytes && channels === 1;
  if (!isGsm && (codec === 'gsm' || samples < 2)) throw refused(reason('wav_bad_format'));
  return { codec, bytes, samples };
}

const compressed: { [tag: number]: 'gsm' | 'mp3' | AdpcmCodec } = {
  2: 'adpcm_ms',
  17: 'adpcm_ima_wav',
  49: 'gsm',
  85: 'mp3',
};

function codecOf(tag: number, depth: number): WavCodec | 'pcm_f64le' {
  if (tag === 3 && depth === 64) return 'pcm_f64le';
  const found = (Object.keys(tagOf) as WavCodec[]).find(
    // The depth of A-law and mu-law is 8, whatever the header states.
    (codec) => tagOf[codec] === tag && (bits[codec] === depth || codec === 'mulaw' || codec === 'alaw'),
  );
  if (found) return found;
  throw refused(unplayable(tag, depth));
}

/**
 * A header for `dataLength` bytes of sound (an odd length is followed by one byte of padding). If RIFF cannot state the
 * length, the sizes are 0xFFFFFFFF, which players read as "to the end".
 */
export function wavHeader(format: WavFormat, dataLength: number): Buffer {
  const isPcm = tagOf[format.codec] === 1;
  const header = Buffer.alloc(isPcm ? 44 : 58);
  const block = blockBytes(format);
  const riffBytes = header.length - 8 + dataLength + (dataLength % 2);
  const fits = riffBytes < 0xffff_ffff;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(fits ? riffBytes : 0xffff_ffff, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(isPcm ? 16 : 18, 16);
  header.writeUInt16LE(tagOf[format.codec], 20);
  header.writeUInt16LE(format.channels, 22);
  header.writeUInt32LE(format.sample_rate, 24);
  header.writeUInt32LE(format.sample_rate * block, 28);
  header.writeUInt16LE(block, 32);
  header.writeUInt16LE(bits[format.codec], 34);
  if (!isPcm) {
    // Formats other than PCM also state their number of samples.
    header.write('fact', 38, 'latin1');
    header.writeUInt32LE(4, 42);
    header.writeUInt32LE(fits ? dataLength / block : 0xffff_ffff, 46);
  }
  header.write('data', header.length - 8, 'latin1');
  header.writeUInt32LE(fits ? dataLength : 0xffff_ffff, header.length - 4);
  return header;
}
