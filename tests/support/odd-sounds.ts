import { createMp3Encoder } from 'wasm-media-encoders';

/** The tone of each second of the sounds here, in Hz, so that a tone tells its place. */
export const toneAt = (second: number): number => 400 + 150 * second;

/** The part of each second that is silent, so that a waveform tells its place too. */
export const silence = { from: 0.45, to: 0.55 };

/** Seconds `from` up to `from + seconds`. */
type Span = { rate?: number; from?: number; seconds: number };

function samplesOf({ rate = 8000, from = 0, seconds }: Span): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, at) => {
    const second = from + at / rate;
    const isSilent = second % 1 >= silence.from && second % 1 < silence.to;
    phase += (2 * Math.PI * toneAt(Math.floor(second))) / rate;
    return isSilent ? 0 : 0.4 * Math.sin(phase);
  });
}

type Encoding = { channels?: 1 | 2; bitrate?: 24 | 32 | 64 | 128; vbrQuality?: number };

/** Frames only, without a tag and without an Info frame. */
async function mp3Of(span: Span, { channels = 1, bitrate = 24, vbrQuality }: Encoding = {}): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  const quality = vbrQuality === undefined ? { bitrate } : { vbrQuality };
  encoder.configure({ sampleRate: span.rate ?? 8000, channels, ...quality });
  const sound = samplesOf(span);
  // Copied, because the encoder uses its output again.
  const encoded = Buffer.from(encoder.encode(channels === 2 ? [sound, sound] : [sound]));
  return Buffer.concat([encoded, Buffer.from(encoder.finalize())]);
}

/** 16-bit samples. */
const pcmOf = (span: Span): Buffer => Buffer.from(Int16Array.from(samplesOf(span), (value) => value * 32_767).buffer);

type Header = { stated?: number; isPadded?: boolean; isBigEndian?: boolean };

/** A chunk of a WAV file; `stated` is the length in its header. */
function chunk(
  name: string,
  body: Buffer,
  { stated = body.length, isPadded = true, isBigEndian }: Header = {},
): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  if (isBigEndian) head.writeUInt32BE(stated, 4);
  else head.writeUInt32LE(stated, 4);
  return Buffer.concat([head, body, Buffer.alloc(isPadded ? body.length % 2 : 0)]);
}

function fmt({ rate = 8000, tag = 1, extra = '' }: { rate?: number; tag?: number; extra?: string } = {}): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(1, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE(2 * rate, 8);
  body.writeUInt16LE(2, 12);
  body.writeUInt16LE(16, 14);
  return chunk('fmt ', Buffer.concat([body, Buffer.from(extra, 'hex')]));
}

const riff = (kind: string, ...chunks: Buffer[]) => chunk(kind, Buffer.concat([Buffer.from('WAVE'), ...chunks]));
const wav = (span: Span, stated?: number): Buffer =>
  riff('RIFF', fmt(span), chunk('data', pcmOf(span), stated === undefined ? {} : { stated }));

/** A 64-bit WAV file: its lengths are in its first chunk. */
function longWav(kind: 'RF64' | 'BW64', sound: Buffer): Buffer {
  const lengths = Buffer.alloc(28);
  lengths.writeBigUInt64LE(BigInt(sound.length), 8);
  return riff(kind, chunk('ds64', lengths), fmt(), chunk('data', sound, { stated: 0xffff_ffff }));
}

/** Everything but text with its bytes in the other order: the numbers of a WAV file are big-endian in RIFX. */
function rifx(sound: Buffer): Buffer {
  const body = fmt().subarray(8);
  for (const at of [0, 2, 12, 14]) body.subarray(at, at + 2).swap16();
  for (const at of [4, 8]) body.subarray(at, at + 4).swap32();
  const big = { isBigEndian: true };
  const chunks = [chunk('fmt ', body, big), chunk('data', Buffer.from(sound).swap16(), big)];
  return chunk('RIFX', Buffer.concat([Buffer.from('WAVE'), ...chunks]), big);
}

/** An ID3v2 tag with this many bytes; `stated` are the four bytes of its length. */
const id3 = (body: Buffer, stated = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f)): Buffer =>
  Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(stated), body]);

/** Bytes that are nothing. */
function junk(length: number): Buffer {
  let state = 7;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
      return state >> 16;
    }),
  );
}

/**
 * A damaged or odd recording. Players get its samples instead of its bytes if it is `rendered`. `notes` are the reasons in its
 * row; with `refusal`, that of a file that is not taken.
 */
export type OddSound = { bytes: Buffer; seconds: number; rendered: boolean; notes: string[]; refusal?: string };

/** The damaged and odd recordings by the name of their file: the first twelve seconds, or as many as can be heard. */
export async function oddSounds(): Promise<Record<string, OddSound>> {
  const seconds = 12;
  const whole = await mp3Of({ seconds });
  // 55 frames of 216 bytes are four seconds.
  const [front, back] = [whole.subarray(0, 55 * 216), whole.subarray(55 * 216)];
  const [start, rest] = [{ seconds: 4 }, { from: 4, seconds: 8 }];
  const sound = pcmOf({ seconds });
  const data = chunk('data', sound);
  const tail = Buffer.concat([Buffer.from('APETAGEX'), junk(500), Buffer.from('TAG'), Buffer.alloc(125, 0x20)]);
  const odd = (parts: Buffer | Buffer[], ...notes: string[]): OddSound => {
    return { bytes: Buffer.concat([parts].flat()), seconds, rendered: true, notes };
  };
  const plain = (bytes: Buffer, ...notes: string[]): OddSound => ({ ...odd(bytes, ...notes), rendered: false });
  const refused = (bytes: Buffer, refusal: string): OddSound => ({ ...odd(bytes), refusal });
  return {
    'mono-then-stereo.mp3': odd(
      [await mp3Of(start), await mp3Of(rest, { channels: 2, bitrate: 32 })],
      'note_mp3_changes',
    ),
    'stereo-then-mono.mp3': odd(
      [await mp3Of(start, { channels: 2, bitrate: 32 }), await mp3Of(rest)],
      'note_mp3_changes',
    ),
    'announcement-then-call.mp3': odd(
      [await mp3Of(start), await mp3Of({ ...rest, rate: 44_100 }, { channels: 2, bitrate: 128 })],
      'note_mp3_changes',
    ),
    'call-then-announcement.mp3': odd(
      [
        await mp3Of({ ...start, rate: 48_000 }, { bitrate: 64 }),
        await mp3Of({ ...rest, rate: 16_000 }, { bitrate: 32 }),
      ],
      'note_mp3_changes',
    ),
    'tag-longer-than-it-says.mp3': odd([id3(Buffer.alloc(90_000, 0x41), [0, 1, 0x5f, 0x10]), whole], 'note_mp3_stray'),
    'tag-shorter-than-it-says.mp3': odd([id3(Buffer.alloc(100, 0x41), [0, 1, 0x40, 0]), whole]),
    'tag-in-the-middle.mp3': odd([front, id3(Buffer.alloc(16_384)), back], 'note_mp3_stray'),
    'old-tags-in-the-middle.mp3': odd([front, tail, back], 'note_mp3_stray'),
    'zeros-in-the-middle.mp3': odd([front, Buffer.alloc(9999), back], 'note_mp3_stray'),
    'zeros-in-front.mp3': odd([Buffer.alloc(100_000), whole], 'note_mp3_stray'),
    'junk-in-front.mp3': odd([junk(3000), whole], 'note_mp3_stray'),
    'junk-behind.mp3': odd([whole, junk(40_000)], 'note_mp3_stray'),
    'variable-bit-rate.mp3': odd(await mp3Of({ seconds, rate: 16_000 }, { vbrQuality: 4 })),
    'constant-bit-rate.mp3': plain(Buffer.concat([id3(Buffer.alloc(500)), whole, tail])),
    'ogg-in-front.mp3': refused(Buffer.concat([Buffer.from('OggS'), junk(3000), whole]), 'sound_none'),
    'another-wav-behind.wav': odd([wav(start), wav(rest)], 'note_sound_behind'),
    'another-rate-behind.wav': { ...odd([wav(start), wav({ ...rest, rate: 16_000 })], 'note_unheard'), seconds: 4 },
    'old-header.wav': odd(wav({ seconds }, 16_000), 'note_sound_behind'),
    'two-data-chunks.wav': odd(
      riff('RIFF', fmt(), chunk('data', pcmOf(start)), chunk('data', pcmOf(rest))),
      'note_sound_behind',
    ),
    'tag-in-front.wav': odd([id3(Buffer.alloc(16)), wav({ seconds })]),
    'rf64.wav': plain(longWav('RF64', sound)),
    'bw64.wav': odd(longWav('BW64', sound)),
    'rifx.wav': odd(rifx(sound)),
    'no-padding.wav': odd(riff('RIFF', fmt(), chunk('JUNK', Buffer.alloc(33), { isPadded: false }), data)),
    'never-patched.wav': plain(wav({ seconds }, 0)),
    'streamed.wav': plain(wav({ seconds }, 0xffff_ffff)),
    'extensible.wav': plain(
      riff('RIFF', fmt({ tag: 0xfffe, extra: '16001000040000000100000000001000800000aa00389b71' }), data),
    ),
    'cut.wav': { ...plain(wav({ seconds }).subarray(0, 44 + 2 * 8000 * 6), 'note_truncated'), seconds: 6 },
    'mp3-inside.wav': plain(riff('RIFF', fmt({ tag: 85 }), chunk('data', whole))),
  };
}
