import type { fileKinds } from '@shared/reasons/files';
import { type Reason, reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import { afterId3, isAlike } from './mp3';
import { mp3Layout } from './mp3-layout';
import { mp3Samples } from './mp3-samples';
import { mp3Tags, type Tags, wavTags } from './tags';
import { blockBytes, type WavCodec } from './wav';
import { riffFrom, wavLayout, wavStart } from './wav-layout';

/** The properties of a recording. Those of the sound come from the content only. */
export type Probe = {
  format: 'wav' | 'mp3';
  codec: WavCodec | 'mp3';
  sample_rate: number;
  channels: number;
  /** Bits per sample; 16 for MP3, which decodes to 16 bits. */
  bits_per_sample: number;
  duration_ms: number;
  /** The offset of the sound in bytes, after headers and tags. */
  data_offset: number;
  /** Bytes of sound: whole blocks of WAV; for MP3 from the first frame to the end of the last. */
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

/**
 * Identifies a recording by its content, never by its name. Memory is bounded whatever the file states about itself.
 * Refused with InvalidRecord: neither WAV nor MP3, no sound, or a format that cannot be played.
 */
export async function probe(source: ByteSource): Promise<Probe> {
  const start = await source.read(0, 16);
  if (start.length === 0) throw new Refusal('InvalidRecord', reason('audio_empty'));
  const wav = await wavStart(source);
  if (wav !== undefined) return probeWav(source, wav);
  const kind = otherKind(start);
  const found = kind ? undefined : await probeMp3(source);
  if (found) return found;
  throw new Refusal('InvalidRecord', kind ? reason('audio_kind', { kind }) : reason('audio_unknown'));
}

/** The time of recording, read from the tags only; undefined when they have none. Refused like a probe. */
export async function recordedAt(source: ByteSource): Promise<string | undefined> {
  const wav = await wavStart(source);
  if (wav !== undefined) return (await wavTags(source, (await wavLayout(source, wav)).chunks)).recorded_at;
  const tagsEnd = await afterId3(source);
  return (await mp3Tags(source, tagsEnd, tagsEnd)).recorded_at;
}

type FileKind = keyof typeof fileKinds;
const others: [offset: number, signature: string, kind: FileKind][] = [
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [0, 'riff', 'wav64'],
  [0, 'FORM', 'aiff'],
  [0, '.snd', 'au'],
  [0, '#!AMR', 'amr'],
  [0, 'caff', 'caf'],
  [0, '\x30\x26\xb2\x75', 'wma'],
  [0, '\x1a\x45\xdf\xa3', 'matroska'],
  [0, 'PK\x03\x04', 'zip'],
  [4, 'ftyp', 'mp4'],
];

const otherKind = (start: Buffer): FileKind | undefined =>
  others.find(([offset, signature]) => start.toString('latin1', offset, offset + signature.length) === signature)?.[2];

async function probeWav(source: ByteSource, start: number): Promise<Probe> {
  const layout = await wavLayout(source, start);
  const { codec, sample_rate, channels, bits_per_sample, data_offset, data_length, truncated } = layout;
  const secondsOf = (bytes: number) => bytes / blockBytes(layout) / sample_rate;
  return {
    format: 'wav',
    codec,
    sample_rate,
    channels,
    bits_per_sample,
    duration_ms: Math.round(secondsOf(data_length) * 1000),
    data_offset,
    data_length,
    truncated,
    rendered: !layout.isRegular,
    unheard_bytes: layout.unheardBytes,
    notes: [
      layout.behindBytes > 0 && reason('note_sound_behind', { seconds: tenths(secondsOf(layout.behindBytes)) }),
      layout.unheardBytes > 0 && reason('note_unheard', { bytes: layout.unheardBytes }),
      layout.strayBytes > 0 && reason('note_wav_stray', { bytes: layout.strayBytes }),
    ].filter((note) => note !== false),
    tags: await wavTags(source, layout.chunks),
  };
}

async function probeMp3(source: ByteSource): Promise<Probe | undefined> {
  const layout = await mp3Layout(source);
  const [first, last] = [layout?.runs[0], layout?.runs.at(-1)];
  if (!layout || !first || !last) return undefined;
  const { sample_rate, channels } = layout;
  const { length } = mp3Samples(source, layout);
  const unheard = source.size - (await riffFrom(source, last.to));
  const stray = Math.max(0, layout.strayBytes - unheard);
  return {
    format: 'mp3',
    codec: 'mp3',
    sample_rate,
    channels,
    bits_per_sample: 16,
    duration_ms: Math.round((length / (2 * channels * sample_rate)) * 1000),
    data_offset: first.from,
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
    tags: await mp3Tags(source, layout.tagsEnd, first.from),
  };
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;
