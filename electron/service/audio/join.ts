import { reason } from '@shared/reasons/reasons';
import { type SoundCodec, type SoundFormat, soundFormats } from '@shared/sound-formats';
import { invalid } from '../refusal';
import { blockBytes, isWavCodec, type WavFormat, wavHeader } from './wav';

/** One stored file of a call. Offsets and lengths refer to its plain bytes; `data_*` is the part that is sound. */
export type JoinPart = {
  format: SoundFormat;
  codec: SoundCodec;
  sample_rate: number;
  channels: number;
  bits_per_sample: number;
  data_offset: number;
  data_length: number;
  length: number;
  open(): Promise<OpenPart>;
};

/** `first` and `last` are both included. */
export type OpenPart = { read(first: number, last: number): AsyncIterable<Buffer>; close(): Promise<void> };

/** A stream of known length. Parts open at their first read and stay open until `close`. */
export type Joined = OpenPart & { contentType: string; length: number };

/** Bytes in memory, or `length` bytes of a part starting at `from`. */
type Segment = { length: number; bytes: Buffer } | { length: number; part: JoinPart; from: number };

/**
 * The files of a call as one stream. A single file is returned with its original bytes, but a live recording, stored as
 * bare samples (`data_offset` 0), gets a WAV header. Several WAV files become one header and all samples. Several MP3
 * files become all frames, without tags and without Info frames, which would state the length of the first file only.
 * Refused with InvalidRecord, asking for `file_id`: files of different codecs, sample rates or numbers of channels, which no
 * player plays as one stream.
 */
export function joinFiles(parts: JoinPart[]): Joined {
  const [first] = parts;
  if (!first) throw new RangeError('There is nothing to join.');
  mustBeAlike(parts);
  const segments = parts.length === 1 && !isBare(first) ? [whole(first)] : joint(parts, first);
  return {
    contentType: soundFormats[first.format].media_type,
    length: total(segments),
    ...reader(segments),
  };
}

type Kind = Pick<JoinPart, 'format' | 'codec' | 'sample_rate' | 'channels'>;

/** Refuses files that cannot be one stream, like `joinFiles`; once they are decoded, only their shape counts. */
export function mustBeAlike(files: readonly Kind[], areDecoded = false): void {
  const [first] = files;
  if (!first || files.length === 1) return;
  const isOne = areDecoded
    ? files.every((file) => hasShapeOf(file, first))
    : canJoin(first) && files.every((file) => isAlike(file, first));
  if (!isOne) throw invalid({ file_id: reason('file_id_needed') }, reason('formats_differ'));
}

/** WAV files of samples, and MP3 files. */
const canJoin = ({ format, codec }: Kind): boolean => format === 'mp3' || (format === 'wav' && isWavCodec(codec));

const hasShapeOf = (a: Kind, b: Kind): boolean => a.sample_rate === b.sample_rate && a.channels === b.channels;

const isAlike = (a: Kind, b: Kind): boolean => a.format === b.format && a.codec === b.codec && hasShapeOf(a, b);

const isBare = ({ format, data_offset }: JoinPart) => format === 'wav' && data_offset === 0;

const whole = (part: JoinPart): Segment => ({ part, from: 0, length: part.length });

const total = (segments: Segment[]) => segments.reduce((sum, { length }) => sum + length, 0);

function joint(parts: JoinPart[], { format, codec, ...shape }: JoinPart): Segment[] {
  const isMp3 = format === 'mp3' || !isWavCodec(codec);
  // A recording that ends within a block would swap the channels of everything after it.
  const block = isMp3 ? 1 : blockBytes({ codec, channels: shape.channels });
  const sound = parts.map(
    (part): Segment => ({ part, from: part.data_offset, length: part.data_length - (part.data_length % block) }),
  );
  if (isMp3) return sound;
  const dataLength = total(sound);
  const header = wavHeader({ codec, ...shape } satisfies WavFormat, dataLength);
  // RIFF chunks have an even length.
  const padding = Buffer.alloc(dataLength % 2);
  return [{ bytes: header, length: header.length }, ...sound, { bytes: padding, length: padding.length }];
}

function reader(segments: Segment[]): OpenPart {
  const opened = new Map<JoinPart, Promise<OpenPart>>();

  function openOnce(part: JoinPart): Promise<OpenPart> {
    const open = opened.get(part) ?? part.open();
    opened.set(part, open);
    return open;
  }

  return {
    async *read(first, last) {
      let start = 0;
      for (const segment of segments) {
        const from = Math.max(0, first - start);
        const to = Math.min(segment.length - 1, last - start);
        start += segment.length;
        if (from > to) continue;
        // A copy, because a piece belongs to the reader.
        if ('bytes' in segment) yield Buffer.from(segment.bytes.subarray(from, to + 1));
        else yield* (await openOnce(segment.part)).read(segment.from + from, segment.from + to);
      }
    },
    async close() {
      const parts = await Promise.allSettled(opened.values());
      await Promise.all(parts.map((part) => part.status === 'fulfilled' && part.value.close()));
    },
  };
}
