import { type Reason, reason } from '@shared/reasons/reasons';
import type { SoundFormat } from '@shared/sound-formats';
import type { EncodedPacket, EncodedPacketSink, Input, InputAudioTrack } from 'mediabunny';
import { isRefusal, Refusal } from '../../refusal';
import type { ByteSource } from '../byte-source';
import { mustBePlayable } from '../wav';
import { framesFrom, hasRest } from './adts';
import { type Blocks, lastAtMost, pcmOf, type Span, spanned } from './blocks';
import { type PacketCodec, type PacketDecoder, packetDecoder } from './decoders';
import { oggParts } from './ogg';

/** The containers of compressed sound, each with the codecs that it may have. */
const codecsIn = {
  ogg: ['opus', 'vorbis', 'flac'],
  flac: ['flac'],
  aac: ['aac'],
  m4a: ['aac', 'amr_nb', 'amr_wb'],
  mp4: ['aac', 'amr_nb', 'amr_wb'],
  '3gp': ['aac', 'amr_nb', 'amr_wb'],
  webm: ['opus', 'vorbis'],
  mka: ['opus', 'vorbis'],
} as const satisfies { [F in SoundFormat]?: readonly PacketCodec[] };
type PacketFormat = keyof typeof codecsIn;

/** Where the packets of a compressed track are. Lengths and positions in samples per channel. */
export type PacketLayout = {
  format: PacketFormat;
  codec: PacketCodec;
  sample_rate: number;
  channels: number;
  length: number;
  /** The file ends too early, or a part of it is damaged. */
  truncated: boolean;
  /** What the decoder has to know beforehand. */
  setup: Uint8Array;
  /** Whether the file states the time of each packet exactly; otherwise their samples are counted. */
  isTimed: boolean;
  /** Every 32nd packet: the time or the place in the file by which it is found, and the positions of its sound and of what follows. */
  marks: Mark[];
  /** The parts of the file that are the stream, if not all of it is. */
  spans: Span[] | undefined;
};
type Mark = { timestamp: number; at: number; next: number };

const markPackets = 32;
const blockSeconds = 2;

/**
 * Reads every packet of the sound in a file, because only this shows its exact length. Refused with InvalidRecord: no sound,
 * a codec that is not supported, more than two channels, encrypted and damaged files.
 */
export async function packetLayout(source: ByteSource): Promise<PacketLayout> {
  if (await isEncrypted(source)) throw refused(reason('sound_encrypted'));
  const ogg = await oggParts(source);
  const spans = ogg?.spans;
  return reading(source, spans, async ({ track, sink, input }) => {
    const format = ogg ? 'ogg' : await formatOf(input, source);
    const codec = await codecOf(track, format);
    const { numberOfChannels: channels, sampleRate: sample_rate } = track;
    if (channels > 2) throw refused(reason('wav_channels', { channels }));
    const setup = await setupOf(track);
    const given = { codec, setup, sample_rate, channels };
    const isMatroska = format === 'webm' || format === 'mka';
    const isTimed = codec !== 'opus' && !isMatroska;
    const shape = await decoding(given, (decoder) => shapeOf(sink, decoder));
    mustBePlayable(shape.sample_rate, shape.channels);
    const spoken = await spokenOf(track, input);
    const count = async (isTable: boolean) => {
      const walk = new Walk(sink, spoken.reached ?? spoken.stated ?? 0, isTable);
      const found = await (isTimed
        ? timed(walk, shape.sample_rate)
        : decoding(given, (decoder) => counted(walk, { decoder, ...shape })));
      return { ...found, isDamaged: walk.isDamaged };
    };
    // A table of packets may name some that are not in the file.
    const isThere = !isTimed || (await hasPacket(sink, Infinity));
    const { marks, length, isDamaged } = await count(isTimed && isThere);
    if (length <= 0) throw refused(reason('sound_none'));
    const samplesTo = (seconds = 0) => Math.round((seconds - spoken.first) * shape.sample_rate);
    // The last packet of an Ogg file may be cut.
    const isTrimmed = codec === 'opus' && !isMatroska && spoken.reached !== undefined;
    const missing = samplesTo(spoken.stated) - length;
    return {
      format,
      codec,
      ...shape,
      setup,
      isTimed,
      marks,
      length: isTrimmed ? Math.min(length, samplesTo(spoken.reached)) : length,
      truncated:
        ogg?.isCut ||
        isDamaged ||
        !isThere ||
        spoken.reached === undefined ||
        missing > slackSeconds * shape.sample_rate,
      spans,
    };
  });
}

/** What a file says about its length, in seconds: when its sound begins, the end of its last packet, and what its head states. */
async function spokenOf(track: InputAudioTrack, input: Input) {
  const said = (seconds: Promise<number | null>) =>
    seconds.then(
      (one) => one ?? undefined,
      () => undefined,
    );
  return {
    first: (await said(track.getFirstTimestamp())) ?? 0,
    reached: await said(track.computeDuration()),
    stated: (await said(track.getDurationFromMetadata())) ?? (await said(input.getDurationFromMetadata())),
  };
}

/**
 * AAC without a container. Each frame has 1024 samples, or twice as many where its bands are replicated. Refused with
 * InvalidRecord when its first frames cannot be decoded.
 */
export async function adtsLayout(source: ByteSource): Promise<PacketLayout> {
  const some: Uint8Array[] = [];
  const marks: Mark[] = [];
  let [count, end, isDamaged, length] = [0, 0, false, 0];
  const given = { codec: 'aac', setup: new Uint8Array(), sample_rate: 0, channels: 2 } as const;
  for await (const { data } of framesFrom(source)) if (some.push(Buffer.from(data)) === 4) break;
  const shape = await decoding(given, async (decoder) => {
    const sounds = await decoder.decode(some);
    length = Math.max(0, ...sounds.map(([lane]) => lane?.length ?? 0));
    return { sample_rate: decoder.sample_rate, channels: decoder.channels };
  });
  if (length === 0 || shape.sample_rate === 0) throw damaged();
  for await (const { at, data, isAfterGap } of framesFrom(source)) {
    if (count % markPackets === 0) marks.push({ timestamp: at, at: count * length, next: (count + 1) * length });
    count += 1;
    end = at + data.length;
    isDamaged ||= isAfterGap;
  }
  const truncated = isDamaged || (await hasRest(source, end));
  return {
    format: 'aac',
    codec: 'aac',
    ...shape,
    setup: given.setup,
    isTimed: true,
    marks,
    length: count * length,
    truncated,
    spans: undefined,
  };
}

const hasPacket = (sink: EncodedPacketSink, at: number): Promise<boolean> =>
  sink.getPacket(at).then(
    (packet) => packet !== null && packet.data.length > 0,
    () => false,
  );

/** The packets of a track, also those behind a damaged part, which are looked for second by second up to `until`. */
class Walk {
  isDamaged = false;

  constructor(
    private readonly sink: EncodedPacketSink,
    private readonly until: number,
    /** The packets have no content. */
    private readonly metadataOnly: boolean,
  ) {}

  async *packets(): AsyncGenerator<{ packet: EncodedPacket; isAfterGap: boolean }> {
    const options = { metadataOnly: this.metadataOnly };
    let [next, isAfterGap] = [await this.sink.getFirstPacket(options), false];
    let end = 0;
    while (next) {
      // Even if nothing can be read from here on, the search goes on behind it.
      let last = next.timestamp;
      try {
        for await (const packet of this.sink.packets(next, undefined, options)) {
          yield { packet, isAfterGap };
          last = packet.timestamp;
          [end, isAfterGap] = [last + packet.duration, false];
        }
      } catch {
        this.isDamaged = true;
      }
      [next, isAfterGap] = [await this.behind(Math.max(last, end), last), true];
      this.isDamaged ||= next !== null;
    }
  }

  private async behind(end: number, last: number): Promise<EncodedPacket | null> {
    for (let at = end + slackSeconds; at < this.until; at += 1) {
      const packet = await this.sink.getPacket(at, { metadataOnly: this.metadataOnly }).catch(() => null);
      if (packet && packet.timestamp > last) return packet;
    }
    return null;
  }
}

/** The sound of a track. Its blocks begin to be decoded some packets earlier, as its codec needs. */
export function packetBlocks(source: ByteSource, layout: PacketLayout): Blocks {
  const { codec, sample_rate, channels, length, marks, isTimed } = layout;
  const places = marks.map(({ at }) => at);
  const blockLength = blockSeconds * sample_rate;
  const packets = packetsIn(source, layout);
  return {
    sample_rate,
    channels,
    length,
    blockLength,
    decode: (index, out) =>
      packets.read(({ packetsFrom, ...track }) =>
        decoding({ codec, setup: layout.setup, ...track }, async (decoder) => {
          const from = index * blockLength;
          const end = from + blockLength;
          let place = lastAtMost(places, from - decoder.rollIn);
          // The packets from a mark on end before the next one only where a part of the file is damaged.
          for (let reached = from; reached < end && place < marks.length; place = lastAtMost(places, reached) + 1) {
            const mark = marks[place]!;
            if (mark.at >= end) break;
            const packets = await packetsFrom(place === 0 ? undefined : mark, end);
            const decoded = await decoder.decode(packets.map(({ data }) => data));
            let at = mark.at;
            for (const [n, lanes] of decoded.entries()) {
              const packet = packets[n]!;
              if (isTimed) at = Math.round(packet.timestamp * sample_rate);
              put(lanes, out, { at: at - from, channels });
              const count = decoder.samplesIn?.(packet.data) ?? lanes[0]?.length ?? 0;
              at = n === 0 ? mark.next : at + count;
            }
            reached = Math.max(at, mark.next, from);
          }
        }),
      ),
  };
}

/** The packets of a layout, for one block after another. */
type Packets = {
  sample_rate: number;
  channels: number;
  /** Those from a mark on whose sound begins before `end`, in samples. */
  packetsFrom(mark: Mark | undefined, end: number): Promise<{ timestamp: number; data: Uint8Array }[]>;
};

/** A file is opened once for all its blocks: to look for a packet in one that was just opened takes longer, the later it is. */
function packetsIn(source: ByteSource, { format, spans, sample_rate, channels, isTimed, marks }: PacketLayout) {
  if (format === 'aac') {
    const perFrame = (marks[0]?.next ?? 0) - (marks[0]?.at ?? 0);
    const packetsFrom: Packets['packetsFrom'] = async (mark, end) => {
      const packets: Awaited<ReturnType<Packets['packetsFrom']>> = [];
      let at = mark?.at ?? 0;
      for await (const { data } of framesFrom(source, mark?.timestamp)) {
        packets.push({ timestamp: at / sample_rate, data: Buffer.from(data) });
        at += perFrame;
        if (at >= end) break;
      }
      return packets;
    };
    return { read: <T>(work: (packets: Packets) => Promise<T>) => work({ sample_rate, channels, packetsFrom }) };
  }
  let opened: Promise<Reading> | undefined;
  return {
    async read<T>(work: (packets: Packets) => Promise<T>): Promise<T> {
      opened ??= openTrack(source, spans);
      const { track, sink, guarded } = await opened;
      const packetsFrom: Packets['packetsFrom'] = (mark, end) => packetsOf(sink, mark, end, { sample_rate, isTimed });
      return guarded(() => work({ sample_rate: track.sampleRate, channels: track.numberOfChannels, packetsFrom }));
    },
  };
}

/** Works with a decoder that knows nothing of any sound yet. */
async function decoding<T>(
  { codec, ...track }: { codec: PacketCodec } & Parameters<typeof packetDecoder>[1],
  work: (decoder: PacketDecoder) => Promise<T>,
): Promise<T> {
  const decoder = await packetDecoder(codec, track);
  try {
    return await work(decoder);
  } finally {
    decoder.free();
  }
}

/** Writes the sound of a packet into a block, as far as it is in it. Mono in a file of two channels fills both. */
function put(lanes: Float32Array[], out: Int16Array, { at, channels }: { at: number; channels: number }): void {
  for (let channel = 0; channel < channels; channel += 1) {
    const lane = lanes[channel] ?? lanes[0];
    if (!lane) return;
    const from = Math.max(0, -at);
    const to = Math.min(lane.length, out.length / channels - at);
    const sound = pcmOf(lane.subarray(from, Math.max(from, to)));
    for (let n = 0, place = (at + from) * channels + channel; n < sound.length; n += 1, place += channels) {
      out[place] = sound[n]!;
    }
  }
}

/** The packets from a mark on whose sound begins before `end`. Counted ones are read until they have enough. */
async function packetsOf(
  sink: EncodedPacketSink,
  mark: Mark | undefined,
  end: number,
  { sample_rate, isTimed }: { sample_rate: number; isTimed: boolean },
): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  const first = mark ? await sink.getPacket(mark.timestamp) : await sink.getFirstPacket();
  if (!first) return [];
  // A count and the times of a file differ by less than a packet.
  const until = end / sample_rate + (isTimed ? 0 : slackSeconds);
  try {
    for await (const packet of sink.packets(first)) {
      if (packet.timestamp >= until) break;
      packets.push(packet);
    }
  } catch {
    // A part of the file is damaged; a fault of the disk is thrown where the file is read.
  }
  return packets;
}

const slackSeconds = 0.25;

/** The rate and the channels that the decoder gives, which a file may understate. */
async function shapeOf(sink: EncodedPacketSink, decoder: PacketDecoder) {
  const some: Uint8Array[] = [];
  for await (const { data } of sink.packets()) if (some.push(data) === 4) break;
  if (some.length === 0) throw refused(reason('sound_none'));
  await decoder.decode(some);
  const { sample_rate, channels } = decoder;
  if (sample_rate === 0) throw damaged();
  return { sample_rate, channels };
}

/** The packets of a file that states their times. */
async function timed(walk: Walk, sample_rate: number) {
  const marks: Mark[] = [];
  let [count, length] = [0, 0];
  for await (const { packet, isAfterGap } of walk.packets()) {
    const { timestamp, duration } = packet;
    const [at, next] = [Math.round(timestamp * sample_rate), Math.round((timestamp + duration) * sample_rate)];
    if (isAfterGap) count = 0;
    if (count % markPackets === 0) marks.push({ timestamp, at, next });
    count += 1;
    length = Math.max(length, next);
  }
  return { marks, length };
}

/** The packets of a file without exact times, with the length that each of them has. */
async function counted(walk: Walk, { decoder, sample_rate }: { decoder: PacketDecoder; sample_rate: number }) {
  const marks: Mark[] = [];
  let [count, at, end] = [0, -(decoder.lead ?? 0), 0];
  for await (const { packet, isAfterGap } of walk.packets()) {
    const { timestamp, duration, data } = packet;
    if (isAfterGap) [count, at] = [0, at + Math.round((timestamp - end) * sample_rate)];
    end = timestamp + duration;
    const samples = decoder.samplesIn?.(data) ?? (await decoder.decode([data]))[0]?.[0]?.length ?? 0;
    if (count % markPackets === 0) marks.push({ timestamp, at, next: at + samples });
    count += 1;
    at += samples;
  }
  return { marks, length: at };
}

type Reading = {
  input: Input;
  track: InputAudioTrack;
  sink: EncodedPacketSink;
  /** Works with these. What the library cannot read is damaged; faults of the disk stay what they are. */
  guarded<T>(work: () => Promise<T>): Promise<T>;
};

/** Opens the sound of a file for `read`. */
async function reading<T>(
  source: ByteSource,
  spans: Span[] | undefined,
  read: (opened: Reading) => Promise<T>,
): Promise<T> {
  const opened = await openTrack(source, spans);
  return opened.guarded(() => read(opened)).finally(() => opened.input.dispose());
}

async function openTrack(source: ByteSource, spans: Span[] | undefined): Promise<Reading> {
  const { Input, CustomSource, EncodedPacketSink } = await import('mediabunny');
  const bytes = spans ? spanned(source, spans) : source;
  let fault: unknown;
  const input = new Input({
    source: new CustomSource({
      getSize: () => bytes.size,
      read: (start, end) =>
        bytes.read(start, end - start).catch((cause: unknown) => {
          fault = cause;
          throw cause;
        }),
    }),
    formats: await inputFormats(),
  });
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      if (fault !== undefined) throw fault;
      return done;
    } catch (cause) {
      if (fault !== undefined) throw fault;
      throw isRefusal(cause) ? cause : damaged();
    }
  }
  const track = await guarded(() => soundTrack(input));
  return { input, track, sink: new EncodedPacketSink(track), guarded };
}

const mostTableBytes = 16 * 1024 * 1024;

/** Whether the table of an MP4 file has an encrypted track of sound (ISO/IEC 14496-12, section 8.12), which the library takes for damage. */
async function isEncrypted(source: ByteSource): Promise<boolean> {
  for (let at = 0, boxes = 0; at + 8 <= source.size && boxes < 1000; boxes += 1) {
    const head = await source.read(at, 16);
    const kind = head.toString('latin1', 4, 8);
    if (at === 0 && !['ftyp', 'moov'].includes(kind)) return false;
    const short = head.readUInt32BE(0);
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short || source.size - at;
    if (kind === 'moov') return (await source.read(at, Math.min(length, mostTableBytes))).includes('enca');
    if (length < 8) return false;
    at += length;
  }
  return false;
}

async function inputFormats() {
  const { FLAC, MATROSKA, MP4, OGG, QTFF, WEBM } = await import('mediabunny');
  return [MP4, QTFF, WEBM, MATROSKA, OGG, FLAC];
}

async function formatOf(input: Input, source: ByteSource): Promise<PacketFormat> {
  const { name } = await input.getFormat();
  if (name === 'Ogg') return 'ogg';
  if (name === 'FLAC') return 'flac';
  if (name === 'WebM') return 'webm';
  if (name === 'Matroska') return 'mka';
  if ((await input.getVideoTracks()).length > 0) return 'mp4';
  const brand = (await source.read(8, 4)).toString('latin1');
  return /^3g[p2]/.test(brand) ? '3gp' : 'm4a';
}

async function soundTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (track) return track;
  throw refused((await input.getVideoTracks()).length > 0 ? reason('no_sound_track') : reason('sound_none'));
}

/** Codecs that the library names otherwise, or not at all; the others are only named in the refusal. */
const codecs: { [id: string]: PacketCodec } = { samr: 'amr_nb', sawb: 'amr_wb' };
const names: { [id: string]: string } = {
  alac: 'Apple Lossless',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  A_AC3: 'AC-3',
  A_EAC3: 'E-AC-3',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
};

async function codecOf(track: InputAudioTrack, format: PacketFormat): Promise<PacketCodec> {
  const id = String(track.internalCodecId);
  const known = (await track.getCodec()) ?? codecs[id] ?? id;
  const codec = codecsIn[format].find((one) => one === known);
  if (codec) return codec;
  throw refused(reason('wav_codec', { codec: names[known] ?? known }));
}

async function setupOf(track: InputAudioTrack): Promise<Uint8Array> {
  const config = await track.getDecoderConfig();
  const { description } = config ?? {};
  if (description === undefined) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

const damaged = () => refused(reason('audio_damaged'));
const refused = (why: Reason) => new Refusal('InvalidRecord', why);
