import { describe, expect, test } from 'vitest';
import { frameHeader, infoOf } from '../../electron/service/audio/mp3';
import { probed, recording, sentenceOf } from './given-sound';

/** 60 frames, the first one an Info frame: 16 kHz, one channel, VBR. */
const question = recording('question.mp3');
/** 100 frames of 288 bytes: 8 kHz, two channels, no Info frame. */
const frames = recording('repair-call-stereo.mp3').subarray(0, 28_800);

/** An ID3v2.4 tag with these frames; `claimed` is the length in its header. */
function id3(texts: Record<string, string>, claimed?: number): Buffer {
  const syncsafe = (n: number) => Buffer.from([(n >> 21) & 0x7f, (n >> 14) & 0x7f, (n >> 7) & 0x7f, n & 0x7f]);
  const body = Buffer.concat(
    Object.entries(texts).map(([name, text]) => {
      const value = Buffer.from(name === 'COMM' ? `\x03eng\0${text}` : `\x03${text}`);
      return Buffer.concat([Buffer.from(name), syncsafe(value.length), Buffer.alloc(2), value]);
    }),
  );
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncsafe(claimed ?? body.length), body]);
}

const id3v1 = () => {
  const tag = Buffer.alloc(128);
  tag.write('TAG', 0);
  tag.write('Line 7', 3);
  tag.write('Nord', 33);
  return tag;
};

test.each<[string, string, object]>([
  [
    'MPEG 2, 64 kbit/s, one channel',
    'fff388c4',
    { version: 2, sample_rate: 16_000, channels: 1, bytes: 288, samples: 576 },
  ],
  [
    'MPEG 2.5, 32 kbit/s, joint stereo',
    'ffe34864',
    { version: 2.5, sample_rate: 8000, channels: 2, bytes: 288, samples: 576 },
  ],
  [
    'MPEG 1, 128 kbit/s, 44.1 kHz',
    'fffb9000',
    { version: 1, sample_rate: 44_100, channels: 2, bytes: 417, samples: 1152 },
  ],
  ['the same with padding', 'fffb9200', { version: 1, sample_rate: 44_100, channels: 2, bytes: 418, samples: 1152 }],
])('a frame header is read: %s', (_, bytes, header) => {
  expect(frameHeader(Buffer.from(bytes, 'hex'), 0)).toEqual(header);
});

test.each(['fffd9000', 'fff9504c', 'fffb0000', 'fffbf000', 'fffb9c00', 'ffeb9000', '7ffb9000', 'ff', ''])(
  'no frame of Layer III is found in %j',
  (bytes) => {
    expect(frameHeader(Buffer.from(bytes, 'hex'), 0)).toBeUndefined();
  },
);

test('an Info frame contains the number of frames and the padding at both ends', () => {
  expect(infoOf(question.subarray(0, 288))).toEqual({ frames: 59, leadSamples: 576 + 529, trailSamples: 928 - 529 });
  expect(infoOf(frames.subarray(0, 288))).toBeUndefined();
});

describe('the sound of an MP3 file', () => {
  const exact = { data_offset: 0, data_length: 28_800, duration_ms: 7200, truncated: false };
  const junk = (length: number) => Buffer.alloc(length, 'ÿnot a frame ');
  const cut = frames.subarray(0, 28_800 - 100);
  const moved = (offset: number) => ({ ...exact, data_offset: offset });
  const tag = id3({ TIT2: 'x' });
  test.each<[string, Buffer, object]>([
    ['is all of it', frames, exact],
    ['starts after a tag', Buffer.concat([tag, frames]), moved(tag.length)],
    ['starts after two tags', Buffer.concat([tag, tag, frames]), moved(2 * tag.length)],
    [
      'starts after a tag that does not include its padding',
      Buffer.concat([tag, Buffer.alloc(5000), frames]),
      moved(tag.length + 5000),
    ],
    ['starts after garbage', Buffer.concat([junk(999), frames]), moved(999)],
    ['starts after half a frame', Buffer.concat([frames.subarray(100, 288), frames]), moved(188)],
    ['ends before a tag', Buffer.concat([frames, id3v1()]), exact],
    ['ends before garbage', Buffer.concat([frames, junk(70_000)]), exact],
    [
      'continues after garbage',
      Buffer.concat([frames, junk(70_000), frames]),
      { ...exact, data_length: 127_600, duration_ms: 14_400 },
    ],
    ['is cut in a frame', cut, { ...exact, data_length: 28_512, duration_ms: 7128, truncated: true }],
    ['has fewer frames than its Info frame states', question.subarray(0, 9000), { data_offset: 288, truncated: true }],
  ])('%s', async (_, bytes, expected) => {
    expect(await probed(bytes)).toMatchObject(expected);
  });

  test('is searched for in 64 KiB only', async () => {
    expect(await sentenceOf(probed(Buffer.concat([junk(70_000), frames])))).toBe(
      'This file is not a recording that Earshot knows.',
    );
  });

  test('is not found in two accidental frames', async () => {
    const bytes = Buffer.alloc(5000);
    frames.copy(bytes, 1000, 0, 576);

    expect(await sentenceOf(probed(bytes))).toBe('This file is not a recording that Earshot knows.');
  });
});

describe('tags', () => {
  test('of ID3v2 are title, artist, comment and time', async () => {
    const tag = id3({ TIT2: 'Ring zurück 王芳', TPE1: 'Nord', COMM: 'urgent', TDRC: '2024-05-01T14:03:59' });

    expect((await probed(Buffer.concat([tag, frames]))).tags).toEqual({
      title: 'Ring zurück 王芳',
      artist: 'Nord',
      comment: 'urgent',
      recorded_at: '2024-05-01T14:03:59',
    });
  });

  test('of ID3v1 are used when there are no others', async () => {
    expect((await probed(Buffer.concat([frames, id3v1()]))).tags).toEqual({ title: 'Line 7', artist: 'Nord' });
    expect((await probed(Buffer.concat([id3({ TIT2: 'new' }), frames, id3v1()]))).tags).toEqual({ title: 'new' });
  });

  test('that are damaged or huge are ignored', async () => {
    const broken = Buffer.concat([id3({ TIT2: 'x', TPE1: 'y' }).fill(0xee, 12, 20), frames]);
    const huge = Buffer.concat([id3({}, 3_000_000), Buffer.alloc(3_000_000), frames]);

    expect((await probed(broken)).duration_ms).toBe(7200);
    expect(await probed(huge)).toMatchObject({ duration_ms: 7200, data_offset: 3_000_010, tags: {} });
  });
});
