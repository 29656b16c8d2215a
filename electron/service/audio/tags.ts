import type { ByteSource } from './byte-source';
import type { WavLayout } from './wav-layout';

/**
 * The metadata that a recorder wrote next to the sound. Absent values are omitted. `recorded_at` is `yyyy-mm-dd`, or
 * `yyyy-mm-ddThh:mm:ss` in the recorder's local time.
 */
export type Tags = { title?: string; artist?: string; comment?: string; recorded_at?: string };

const maxTagBytes = 2 ** 20;
const maxTextLength = 1000;

/** Tags of a WAV file: its `LIST INFO` and, for the time, the `bext` of broadcast recorders. */
export async function wavTags(source: ByteSource, chunks: WavLayout['chunks']): Promise<Tags> {
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
export async function mp3Tags(source: ByteSource, tagsEnd: number, soundStart: number): Promise<Tags> {
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
