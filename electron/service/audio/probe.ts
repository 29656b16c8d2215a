import type { fileKinds } from '@shared/reasons/files';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../refusal';
import type { ByteSource } from './byte-source';
import { afterId3, FrameSplitter, firstFrame, infoOf } from './mp3';
import { mp3Tags, type Tags, wavTags } from './tags';
import { blockBytes, type WavCodec, wavLayout } from './wav';

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
  tags: Tags;
};

/**
 * Identifies a recording by its content, never by its name. Memory is bounded whatever the file states about itself.
 * Refused with InvalidRecord: neither WAV nor MP3, no sound, or a format that cannot be played.
 */
export async function probe(source: ByteSource): Promise<Probe> {
  const start = await source.read(0, 16);
  if (start.length === 0) throw new Refusal('InvalidRecord', reason('audio_empty'));
  if (isWav(start)) return probeWav(source);
  const kind = otherKind(start);
  const found = kind ? undefined : await probeMp3(source);
  if (found) return found;
  throw new Refusal('InvalidRecord', kind ? reason('audio_kind', { kind }) : reason('audio_unknown'));
}

/** The time of recording, read from the tags only; undefined when they have none. Refused like a probe. */
export async function recordedAt(source: ByteSource): Promise<string | undefined> {
  if (isWav(await source.read(0, 16))) return (await wavTags(source, (await wavLayout(source)).chunks)).recorded_at;
  const tagsEnd = await afterId3(source);
  return (await mp3Tags(source, tagsEnd, tagsEnd)).recorded_at;
}

const isWav = (start: Buffer) =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WAVE';

type FileKind = keyof typeof fileKinds;
const others: [offset: number, signature: string, kind: FileKind][] = [
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [0, 'RF64', 'wav64'],
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

async function probeWav(source: ByteSource): Promise<Probe> {
  const { chunks, ...layout } = await wavLayout(source);
  const duration_ms = Math.round((layout.data_length / blockBytes(layout) / layout.sample_rate) * 1000);
  return { format: 'wav', ...layout, duration_ms, tags: await wavTags(source, chunks) };
}

const stepBytes = 2 ** 20;

/** Reads every frame header, because only this gives the exact length and end of the sound. */
async function probeMp3(source: ByteSource): Promise<Probe | undefined> {
  const tagsEnd = await afterId3(source);
  const first = await firstFrame(source, tagsEnd);
  if (!first) return undefined;
  const { header, position } = first;
  const info = infoOf(await source.read(position, header.bytes));
  const data_offset = position + (info ? header.bytes : 0);
  const splitter = new FrameSplitter(header, data_offset);
  let [frames, end] = [0, data_offset];
  for (let at = data_offset; at < source.size; at += stepBytes) {
    for (const run of splitter.push(await source.read(at, stepBytes))) {
      frames += run.frames;
      end = run.position + run.bytes.length;
    }
  }
  if (frames === 0) return undefined;
  const samples = Math.max(0, frames * header.samples - (info?.leadSamples ?? 0) - (info?.trailSamples ?? 0));
  return {
    format: 'mp3',
    codec: 'mp3',
    sample_rate: header.sample_rate,
    channels: header.channels,
    bits_per_sample: 16,
    duration_ms: Math.round((samples / header.sample_rate) * 1000),
    data_offset,
    data_length: end - data_offset,
    truncated: splitter.isCut || frames < (info?.frames ?? 0),
    tags: await mp3Tags(source, tagsEnd, data_offset),
  };
}
