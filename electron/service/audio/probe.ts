import { type Reason, reason } from '@shared/reasons/reasons';
import type { SoundCodec, SoundFormat } from '@shared/sound-formats';
import type { ByteSource } from './byte-source';
import { isRaw } from './formats/plain';
import { afterId3, isAlike } from './mp3';
import type { Mp3Layout } from './mp3-layout';
import { mp3Samples } from './mp3-samples';
import { type SoundLayout, samplesOf, soundLayout } from './samples';
import { isWavCodec } from './wav';
import { riffFrom, type WavLayout, wavLayout, wavStart } from './wav-layout';

/** The properties of a recording. Those of the sound come from the content only. */
export type Probe = {
  format: SoundFormat;
  codec: SoundCodec;
  sample_rate: number;
  channels: number;
  /** Bits per sample; 16 for what is decoded to 16 bits. */
  bits_per_sample: number;
  duration_ms: number;
  /** The offset of the sound in bytes, after headers and tags. */
  data_offset: number;
  /** Bytes of sound: whole blocks of WAV; for MP3 from the first frame to the end of the last; else the whole file. */
  data_length: number;
  /** The file ends before the length that its header states. */
  truncated: boolean;
  /** Players do not play all of the file, or not in step: they get its samples instead (`samplesOf`). */
  rendered: boolean;
  /** Bytes of sound in the file that cannot be played with the rest of it. */
  unheard_bytes: number;
  /** What a reader of the import should know about the sound. */
  notes: Reason[];
  tags: Tags;
};

/** Identifies a recording, as `soundLayout` does; `known` says what sound without a header is. Refused like it. */
export async function probe(source: ByteSource, known?: SoundFormat): Promise<Probe> {
  const layout = await soundLayout(source, known);
  if ('runs' in layout) return probeMp3(source, layout);
  if ('block' in layout) return probeWav(source, layout);
  const { sample_rate, channels, length } = samplesOf(source, layout);
  return {
    format: layout.format,
    codec: layout.codec,
    sample_rate,
    channels,
    bits_per_sample: 16,
    duration_ms: Math.round((length / (2 * channels * sample_rate)) * 1000),
    data_offset: 0,
    data_length: source.size,
    truncated: layout.truncated,
    rendered: layout.codec === 'amr_nb' || layout.codec === 'amr_wb',
    unheard_bytes: 0,
    notes: [],
    tags: {},
  };
}

/** The time of recording, read from the tags only; undefined when they have none. Refused like a probe. */
export async function recordedAt(source: ByteSource): Promise<string | undefined> {
  const wav = await wavStart(source);
  if (wav !== undefined) return (await wavTags(source, (await wavLayout(source, wav)).chunks)).recorded_at;
  const tagsEnd = await afterId3(source);
  return (await mp3Tags(source, tagsEnd, tagsEnd)).recorded_at;
}

async function probeWav(source: ByteSource, layout: WavLayout): Promise<Probe> {
  const { format, codec, sample_rate, channels, bits_per_sample, data_offset, data_length, truncated } = layout;
  const secondsOf = (bytes: number) => ((bytes / layout.block.bytes) * layout.block.samples) / sample_rate;
  const isPlayed = format === 'wav' && isWavCodec(codec);
  return {
    format,
    codec: format === 'au' ? (codec.replace(/le$/, 'be') as SoundCodec) : codec,
    sample_rate,
    channels,
    bits_per_sample,
    duration_ms: Math.round((layout.samples / sample_rate) * 1000),
    data_offset,
    data_length,
    truncated,
    rendered: !isPlayed || !layout.isRegular,
    unheard_bytes: layout.unheardBytes,
    notes: [
      isRaw(format) && reason('raw_by_name'),
      layout.behindBytes > 0 && reason('note_sound_behind', { seconds: tenths(secondsOf(layout.behindBytes)) }),
      layout.unheardBytes > 0 && reason('note_unheard', { bytes: layout.unheardBytes }),
      layout.strayBytes > 0 && reason('note_wav_stray', { bytes: layout.strayBytes }),
    ].filter((note) => note !== false),
    tags: await wavTags(source, layout.chunks),
  };
}

async function probeMp3(source: ByteSource, layout: Extract<SoundLayout, Mp3Layout>): Promise<Probe> {
  const [first, last] = [layout.runs[0]!, layout.runs.at(-1)!];
  const { format, sample_rate, channels, spans } = layout;
  const { length } = mp3Samples(source, layout);
  const unheard = spans ? 0 : source.size - (await riffFrom(source, last.to));
  const stray = Math.max(0, layout.strayBytes - unheard);
  const offset = spans?.[0]?.offset ?? 0;
  return {
    format,
    codec: 'mp3',
    sample_rate,
    channels,
    bits_per_sample: 16,
    duration_ms: Math.round((length / (2 * channels * sample_rate)) * 1000),
    data_offset: offset + first.from,
    data_length: last.to - first.from,
    truncated: layout.truncated,
    rendered: !layout.isRegular || unheard > 0,
    unheard_bytes: unheard,
    notes: [
      layout.runs.some(({ header }) => !isAlike(header, first.header)) &&
        reason('note_mp3_changes', { rate: sample_rate }),
      unheard > 0 && reason('note_unheard', { bytes: unheard }),
      stray > 0 && reason('note_mp3_stray', { bytes: stray }),
    ].filter((note) => note !== false),
    tags: spans ? {} : await mp3Tags(source, layout.tagsEnd, first.from),
  };
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * The metadata that a recorder wrote next to the sound. Absent values are omitted. `recorded_at` is `yyyy-mm-dd`, or
 * `yyyy-mm-ddThh:mm:ss` in the recorder's local time.
 */
type Tags = { title?: string; artist?: string; comment?: string; recorded_at?: string };

const maxTagBytes = 2 ** 20;
const maxTextLength = 1000;

/** Tags of a WAV file: its `LIST INFO` and, for the time, the `bext` of broadcast recorders. */
async function wavTags(source: ByteSource, chunks: WavLayout['chunks']): Promise<Tags> {
  const read = async (name: string) => {
    const { offset, length } = chunks.get(name) ?? { offset: 0, length: 0 };
    return source.read(offset, Math.min(length, maxTagBytes));
  };
  const info = infoTexts(await read('LISTINFO'));
  const bext = await read('bext');
  const [day, time] = [textOf(bext.subarray(320, 330)), textOf(bext.subarray(330, 338))];
  return clean({
    title: info.get('INAM'),
    artist: info.get('IART') ?? textOf(bext.subarray(256, 288)),
    comment: info.get('ICMT') ?? textOf(bext.subarray(0, 256)),
    recorded_at: day ? `${day}T${time}` : info.get('ICRD'),
  });
}

/** Tags of an MP3 file: ID3v2 up to `tagsEnd`, otherwise ID3v1 at the end. Tags larger than 1 MiB are skipped. */
async function mp3Tags(source: ByteSource, tagsEnd: number, soundStart: number): Promise<Tags> {
  const trail = await source.read(Math.max(soundStart, source.size - 128), 128);
  const hasTrail = trail.toString('latin1', 0, 3) === 'TAG';
  if (tagsEnd === 0 && hasTrail) {
    const text = (from: number, to: number) => textOf(trail.subarray(from, to));
    return clean({ title: text(3, 33), artist: text(33, 63), comment: text(97, 125), recorded_at: text(93, 97) });
  }
  if (tagsEnd === 0 || tagsEnd > maxTagBytes) return {};
  try {
    const tag = await source.read(0, tagsEnd);
    const options = { duration: false, skipCovers: true, skipPostHeaders: true };
    // Loaded where it is used: the main process links this file, and every start would wait for the library.
    const { parseBuffer } = await import('music-metadata');
    const { common } = await parseBuffer(tag, { mimeType: 'audio/mpeg', size: tag.length }, options);
    const { title, artist, comment, date } = common;
    return clean({ title, artist, comment: comment?.[0]?.text, recorded_at: date });
  } catch {
    // A damaged tag is not a reason to refuse a recording.
    return {};
  }
}

function infoTexts(list: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  if (list.toString('latin1', 0, 4) !== 'INFO') return texts;
  for (let at = 4; at + 8 <= list.length; ) {
    const length = list.readUInt32LE(at + 4);
    texts.set(list.toString('latin1', at, at + 4), textOf(list.subarray(at + 8, at + 8 + length)));
    at += 8 + length + (length % 2);
  }
  return texts;
}

/** Text up to the first NUL, decoded as UTF-8 if valid, otherwise as Latin-1. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  const utf8 = text.toString('utf8');
  return utf8.includes('\ufffd') ? text.toString('latin1') : utf8;
}

const timePattern = /^(\d{4})[-:/](\d{2})[-:/](\d{2})(?:[T -](\d{2})[:.-](\d{2})[:.-](\d{2}))?/;

function timeOf(text: string): string | undefined {
  const [, year, month, day, hour, minute, second] = timePattern.exec(text.trim()) ?? [];
  const time = hour ? `${year}-${month}-${day}T${hour}:${minute}:${second}` : `${year}-${month}-${day}`;
  return year && !Number.isNaN(Date.parse(time)) ? time : undefined;
}

function clean({ recorded_at = '', ...texts }: { [name in keyof Tags]: string | undefined }): Tags {
  // Removes control characters and NULs, which would otherwise reach names, logs and searches.
  const known = Object.entries({ ...texts, recorded_at: timeOf(recorded_at) })
    .map(
      ([name, text]) =>
        [
          name,
          text
            ?.replace(/\p{Cc}+/gu, ' ')
            .trim()
            .slice(0, maxTextLength),
        ] as const,
    )
    .filter(([, text]) => text);
  return Object.fromEntries(known);
}
