import { type Reason, reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';

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
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  20: 'G.723 ADPCM',
  34: 'TrueSpeech',
  49: 'GSM 6.10',
  64: 'G.721 ADPCM',
  66: 'G.723.1',
  69: 'G.726 ADPCM',
  100: 'G.726 ADPCM',
  131: 'G.729',
  352: 'Windows Media Audio',
  353: 'Windows Media Audio',
  655: 'G.722',
};

const namesInside: Record<number, string> = { 80: 'MPEG Layer II', 85: 'MP3', 255: 'AAC' };

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
export function wavFormat(fmt: Buffer, isBigEndian: boolean): WavFormat {
  if (fmt.length < 16) throw refused(reason('wav_bad_format'));
  const short = (at: number) => (isBigEndian ? fmt.readUInt16BE(at) : fmt.readUInt16LE(at));
  const [channels, depth] = [short(2), short(14)];
  const sample_rate = isBigEndian ? fmt.readUInt32BE(4) : fmt.readUInt32LE(4);
  if (channels === 0) throw refused(reason('wav_bad_format'));
  if (channels > 2) throw refused(reason('wav_channels', { channels }));
  if (sample_rate < lowestRate || sample_rate > highestRate) {
    throw refused(reason('wav_rate', { rate: sample_rate }));
  }
  let tag = short(0);
  if (tag === extensible && fmt.length >= 40 && fmt.subarray(26, 40).equals(extensibleGuid)) tag = short(24);
  const codec = codecOf(tag, depth);
  return { codec, sample_rate, channels, bits_per_sample: bits[codec] };
}

function codecOf(tag: number, depth: number): WavCodec {
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
