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
 * Identifies a recording by its content, never by its name; `name` only appears in messages. Memory is bounded whatever
 * the file states about itself. Refused with InvalidRecord and a readable message: neither WAV nor MP3, no sound, or a
 * format that cannot be played.
 */
export async function probe(source: ByteSource, name: string): Promise<Probe> {
  const start = await source.read(0, 16);
  if (start.length === 0) throw new Refusal('InvalidRecord', 'This file is empty.', { file: name }, 'AUDIO_EMPTY');
  if (isWav(start)) return probeWav(source);
  const other = otherKind(start);
  const found = other ? undefined : await probeMp3(source);
  if (found) return found;
  const explanation = other
    ? `This is ${other}. Earshot takes WAV and MP3 recordings.`
    : 'This file is not a WAV or MP3 recording.';
  throw new Refusal('InvalidRecord', explanation, { file: name }, 'AUDIO_UNKNOWN');
}

/** The time of recording, read from the tags only; undefined when they have none. Refused like a probe. */
export async function recordedAt(source: ByteSource): Promise<string | undefined> {
  if (isWav(await source.read(0, 16))) return (await wavTags(source, (await wavLayout(source)).chunks)).recorded_at;
  const tagsEnd = await afterId3(source);
  return (await mp3Tags(source, tagsEnd, tagsEnd)).recorded_at;
}

const isWav = (start: Buffer) =>
  start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WAVE';

const others: [offset: number, signature: string, kind: string][] = [
  [0, 'OggS', 'an Ogg file'],
  [0, 'fLaC', 'a FLAC file'],
  [0, 'RF64', 'a 64-bit WAV file'],
  [0, 'FORM', 'an AIFF file'],
  [0, '.snd', 'a Sun audio file'],
  [0, '#!AMR', 'an AMR file'],
  [0, 'caff', 'a Core Audio file'],
  [0, '\x30\x26\xb2\x75', 'a Windows Media file'],
  [0, '\x1a\x45\xdf\xa3', 'a Matroska or WebM file'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
  [4, 'ftyp', 'an MP4 file'],
];

const otherKind = (start: Buffer): string | undefined =>
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
