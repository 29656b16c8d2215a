import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AudioDecoder } from '@martel/audio-file-decoder';
import type { OggPage } from 'codec-parser';
import { type AmrCodec, amrFrameSamples, decodeAmr } from './amr';

export type PacketCodec = 'opus' | 'vorbis' | 'flac' | 'aac' | AmrCodec;

/** The lanes of a packet's sound, one for each channel; none when the packet cannot be decoded. */
type Decoded = Float32Array[];

/** Decodes the packets of one codec. `setup` is what their file says about them all. */
export type PacketDecoder = {
  sample_rate: number;
  channels: number;
  /** So many samples before those that are wanted have to be decoded with them. */
  rollIn: number;
  /** Samples of the first packets that are no sound, where its file does not tell that. */
  lead?: number;
  /** The length of a packet's sound, where its file does not tell that exactly. */
  samplesIn?: (packet: Uint8Array) => number;
  /** Decodes packets that follow one another, after those of the call before. */
  decode(packets: Uint8Array[]): Promise<Decoded[]>;
  free(): void;
};

type Track = { setup: Uint8Array; sample_rate: number; channels: number };

/** A decoder, which knows nothing of any sound yet. Libraries are loaded where they are used: no start waits for them. */
export const packetDecoder = (codec: PacketCodec, track: Track): Promise<PacketDecoder> =>
  codec === 'amr_nb' || codec === 'amr_wb' ? amrDecoder(codec) : decoders[codec](track);

const decoders = { opus: opusDecoder, vorbis: vorbisDecoder, flac: flacDecoder, aac: aacDecoder };

/** One packet at a time, so that a damaged one is known. */
const eachOf = (decode: (packet: Uint8Array) => Decoded | Promise<Decoded>) =>
  async function each(packets: Uint8Array[]): Promise<Decoded[]> {
    const all: Decoded[] = [];
    for (const packet of packets) all.push(await tried(() => decode(packet)));
    return all;
  };

async function tried(decode: () => Decoded | Promise<Decoded>): Promise<Decoded> {
  try {
    return await decode();
  } catch {
    return [];
  }
}

/** The libraries also write each error to the console, which a damaged recording would fill. */
function quietly<T>(decode: () => T): T {
  const { error } = console;
  console.error = () => undefined;
  try {
    return decode();
  } finally {
    console.error = error;
  }
}

/** RFC 6716 and RFC 7845. The decoder needs 80 ms to settle. */
async function opusDecoder({ setup, channels }: Track): Promise<PacketDecoder> {
  const { OpusDecoder } = await import('opus-decoder');
  const head = Buffer.from(setup);
  const gain = head.length >= 18 ? 10 ** (head.readInt16LE(16) / (20 * 256)) : 1;
  const decoder = new OpusDecoder({ channels, sampleRate: 48_000 });
  await decoder.ready;
  return {
    sample_rate: 48_000,
    channels,
    rollIn: 3840,
    lead: head.length >= 12 ? head.readUInt16LE(10) : 0,
    samplesIn: opusSamples,
    decode: eachOf((packet) => {
      const { channelData, samplesDecoded } = quietly(() => decoder.decodeFrame(packet));
      if (samplesDecoded === 0) return [];
      return gain === 1 ? channelData : channelData.map((lane) => lane.map((sample) => sample * gain));
    }),
    free: () => decoder.free(),
  };
}

/** The length of a packet at 48 kHz, from its first bytes (RFC 6716, section 3.1). */
function opusSamples(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet;
  const mode = first >> 3;
  const frame =
    mode < 12 ? [480, 960, 1920, 2880][mode & 3]! : mode < 16 ? [480, 960][mode & 1]! : [120, 240, 480, 960][mode & 3]!;
  const count = [1, 2, 2, second & 63][first & 3]!;
  return frame * count;
}

/** The first packet after a start has no sound of its own. */
async function vorbisDecoder({ setup, sample_rate, channels }: Track): Promise<PacketDecoder> {
  const [{ OggVorbisDecoder }, parser] = await Promise.all([
    import('@wasm-audio-decoders/ogg-vorbis'),
    import('codec-parser'),
  ]);
  const [identification, , codebooks] = lacedParts(setup);
  const { data, codecFrames, header, vorbisSetup } = parser;
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const page = (bytes: Uint8Array | undefined, packets: Uint8Array[]) =>
    ({
      [data]: bytes,
      [codecFrames]: packets.map((packet) => ({ [data]: packet, [header]: { [vorbisSetup]: codebooks } })),
    }) as unknown as OggPage;
  let isBegun = false;
  return {
    sample_rate,
    channels,
    rollIn: 16_384,
    decode: eachOf(async (packet) => {
      const pages = isBegun ? [] : [page(identification, [])];
      isBegun = true;
      const { channelData } = await decoder.decodeOggPages([...pages, page(packet, [packet])]);
      return channelData;
    }),
    free: () => decoder.free(),
  };
}

/** The three headers of Vorbis, with the lengths of the first two in front of them, as in Matroska. */
function lacedParts(setup: Uint8Array): (Uint8Array | undefined)[] {
  const lengths: number[] = [];
  let at = 1;
  for (let n = 0; n < (setup[0] ?? 0); n += 1) {
    let length = 0;
    while (setup[at] === 255) length += setup[at++]!;
    lengths.push(length + (setup[at++] ?? 0));
  }
  return [...lengths, setup.length].map((length) => {
    const part = setup.subarray(at, at + length);
    at += length;
    return part;
  });
}

async function flacDecoder({ sample_rate, channels }: Track): Promise<PacketDecoder> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  const decoder = new FLACDecoder();
  await decoder.ready;
  return {
    sample_rate,
    channels,
    rollIn: 0,
    decode: eachOf(async (packet) => (await quietly(() => decoder.decodeFrames([packet]))).channelData),
    free: () => decoder.free(),
  };
}

async function amrDecoder(codec: AmrCodec): Promise<PacketDecoder> {
  const samples = amrFrameSamples(codec);
  return {
    sample_rate: 50 * samples,
    channels: 1,
    rollIn: 50 * samples,
    async decode(packets) {
      const all = await decodeAmr(codec, Buffer.concat(packets));
      return packets.map((_, n) => [all.subarray(n * samples, (n + 1) * samples)]);
    },
    free: () => undefined,
  };
}

/** Frames of silence (ISO/IEC 14496-3), for one channel and for two. */
const silentFrames = [Buffer.from('00c800802380', 'hex'), Buffer.from('210049900219002380', 'hex')];
const headBytes = 7;

/** The decoder of the FFmpeg library, in a file of its own that may be replaced: docs/formats.md. */
let opened: { module: unknown } | undefined;
const wasmPath = () => createRequire(import.meta.url).resolve('@martel/audio-file-decoder/decode-audio.wasm');

/**
 * AAC. The library reads a file from memory, and gives no sound for the first frame of it. So it gets some frames at a time,
 * behind a silent one.
 */
async function aacDecoder({ setup, channels }: Track): Promise<PacketDecoder> {
  const library = await import('@martel/audio-file-decoder');
  /** The frames before, whose sound goes on into the next ones. */
  let before: Uint8Array[] = [];
  const shape = { sample_rate: 0, channels };

  async function open(file: Uint8Array): Promise<AudioDecoder> {
    const bytes = Uint8Array.from(file).buffer;
    if (opened) return new library.AudioDecoder(opened.module, bytes);
    // Read here, because the library would fetch it from an address.
    const wasm = `data:application/wasm;base64,${(await readFile(wasmPath())).toString('base64')}`;
    const first = await library.getAudioDecoder(wasm, bytes);
    opened = { module: (first as unknown as { _module: unknown })._module };
    return first;
  }

  /** The sound of frames, interleaved; its length is not that of all frames when one is damaged. */
  async function soundOf(frames: Uint8Array[]): Promise<Float32Array> {
    const framed = frames.map((frame) => framedAac(frame, setup));
    const silent = silenceLike(framed[0]);
    const decoder = await open(Buffer.concat([silent, ...framed]));
    try {
      const sound = decoder.decodeAudioData(0, -1, { multiChannel: true });
      shape.sample_rate = decoder.sampleRate;
      shape.channels = Math.min(2, decoder.channelCount);
      return sound;
    } finally {
      decoder.dispose();
    }
  }

  /** The sound of each frame; undefined if it is not known whose is whose, because one is damaged. */
  async function run(frames: Uint8Array[]): Promise<Decoded[] | undefined> {
    const sound = await soundOf(frames).catch(() => new Float32Array());
    const perFrame = frameLength(sound.length / shape.channels / frames.length);
    return perFrame === undefined ? undefined : split(sound, perFrame, shape.channels);
  }

  async function decode(packets: Uint8Array[]): Promise<Decoded[]> {
    const frames = [...before, ...packets];
    const known = before.length;
    before = frames.slice(-2);
    const whole = await run(frames);
    if (whole) return whole.slice(known);
    const each: Decoded[] = [];
    for (let place = known; place < frames.length; place += 1) {
      const some = await run(frames.slice(Math.max(0, place - 2), place + 1));
      each.push(some?.at(-1) ?? []);
    }
    return each;
  }

  return {
    get sample_rate() {
      return shape.sample_rate;
    },
    get channels() {
      return shape.channels;
    },
    rollIn: 3 * 2048,
    decode,
    free: () => undefined,
  };
}

/** A frame has 1024 samples, or with spectral band replication twice as many; undefined for any other number. */
const frameLength = (samples: number): number | undefined =>
  samples === 1024 || samples === 2048 ? samples : undefined;

function split(sound: Float32Array, perFrame: number, channels: number): Decoded[] {
  return Array.from({ length: sound.length / perFrame / channels }, (_, frame) =>
    Array.from({ length: channels }, (_, channel) => {
      const lane = new Float32Array(perFrame);
      for (let n = 0, at = frame * perFrame * channels + channel; n < perFrame; n += 1, at += channels)
        lane[n] = sound[at]!;
      return lane;
    }),
  );
}

/** A frame with its ADTS head. Frames of an ADTS file, which has no setup, have theirs already. */
function framedAac(frame: Uint8Array, setup: Uint8Array): Uint8Array {
  if (setup.length < 2) return frame;
  const [a = 0, b = 0, c = 0] = setup;
  const rate = ((a & 7) << 1) | (b >> 7);
  const channels = (b >> 3) & 15;
  // Replicated bands are found in the frames themselves; what they are added to is Low Complexity.
  const kind = a >> 3 === 5 || a >> 3 === 29 ? (((b & 3) << 3) | (c >> 5)) & 31 : a >> 3;
  return Buffer.concat([adtsHead(Math.max(1, kind), rate, channels, frame.length), frame]);
}

function adtsHead(kind: number, rate: number, channels: number, bytes: number): Buffer {
  const length = bytes + headBytes;
  return Buffer.from([
    0xff,
    0xf1,
    (((kind - 1) & 3) << 6) | (rate << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 255,
    ((length & 7) << 5) | 31,
    0xfc,
  ]);
}

/** A silent frame of the same kind. */
function silenceLike(frame: Uint8Array = new Uint8Array()): Uint8Array {
  const [, , c = 0, d = 0] = frame;
  const channels = ((c & 1) << 2) | (d >> 6);
  const silent = silentFrames[channels === 1 ? 0 : 1]!;
  return Buffer.concat([adtsHead((c >> 6) + 1, (c >> 2) & 15, channels, silent.length), silent]);
}
