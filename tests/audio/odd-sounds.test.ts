import { english } from '@shared/reasons/reasons';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeChannel } from '../../electron/service/audio/pcm';
import { filePeaks } from '../../electron/service/audio/peaks';
import { samplesOf, soundLayout } from '../../electron/service/audio/samples';
import { memorySource } from '../support/memory-source';
import { oddSounds, silence } from '../support/odd-sounds';
import { collect } from './given-container';
import { chunk, fmt, probed, recording, riff, sentenceOf, wavFile, wavFormat } from './given-sound';

const sounds = await oddSounds();
const named = Object.entries(sounds);

const rendered = async (bytes: Buffer) => {
  const source = memorySource(bytes);
  return samplesOf(source, await soundLayout(source));
};

/** The pitch of a span in seconds, from how often the sound rises through zero. */
function pitchOf(sound: Int16Array, rate: number, from: number, to: number): number {
  const rises: number[] = [];
  for (let at = Math.ceil(from * rate); at < to * rate; at += 1) {
    if (sound[at - 1]! < 0 && sound[at]! >= 0) rises.push(at);
  }
  return ((rises.length - 1) * rate) / (rises.at(-1)! - rises[0]!);
}

describe.each(named.filter(([, { refusal }]) => refusal === undefined))(
  '%s',
  (_name, { bytes, seconds, ...expected }) => {
    test('is taken with its length and its reasons', async () => {
      const { duration_ms, rendered, notes, truncated } = await probed(bytes);

      const codes = [...notes.map(({ code }) => code), ...(truncated ? ['note_truncated'] : [])];
      expect({ rendered, notes: codes }).toEqual({ rendered: expected.rendered, notes: expected.notes });
      expect(notes.map(english).join()).not.toContain('{');
      // An encoder adds up to half a second to each part.
      expect(duration_ms).toBeGreaterThanOrEqual(1000 * seconds - 1);
      expect(duration_ms).toBeLessThan(1000 * seconds + 750);
    });

    test('sounds in step with its waveform, from its first second to its last', async () => {
      const { sample_rate: rate, channels, length, read, codec } = await rendered(bytes);
      const builder = filePeaks(memorySource(bytes), await probed(bytes));
      await builder.push(bytes);
      const peaks = await builder.finish();
      const sound = decodeChannel[codec](await collect(read(0, length - 1)), channels - 1, channels);

      expect(peaks.duration_ms).toBe(Math.round((1000 * sound.length) / rate));
      const quiet = silencesIn(peaks.data[channels - 1]!);
      expect(quiet.length).toBeGreaterThanOrEqual(seconds);
      const heard = quiet.map((end) => Math.round((pitchOf(sound, rate, end + 0.02, end + 0.12) - 400) / 150));
      for (let second = 0; second < seconds; second += 1) {
        const late = quiet.filter((_, index) => heard[index] === second).map((end) => end - second - silence.to);
        expect(
          late.some((by) => by > -0.03 && by < 0.45),
          `second ${second} is late by ${late}`,
        ).toBe(true);
      }
    });

    test('any range of its samples equals the slice', async () => {
      const { length, read } = await rendered(bytes);
      const whole = await collect(read(0, length - 1));
      expect(whole.length).toBe(length);

      const property = fc.asyncProperty(fc.nat(length - 1), fc.nat(100_000), async (first, more) => {
        const last = Math.min(length - 1, first + more);
        return (await collect(read(first, last))).equals(whole.subarray(first, last + 1));
      });

      await fc.assert(property, { numRuns: 20 });
    });
  },
);

test.each(named.filter(([, { refusal }]) => refusal !== undefined))(
  '%s is refused with its reason',
  async (_, { bytes }) => {
    expect(await sentenceOf(probed(bytes))).toBe('This file contains no sound.');
  },
);

/** The ends of the quiet spans of about a tenth of a second, in seconds. */
function silencesIn(pairs: Int8Array): number[] {
  const ends: number[] = [];
  let quiet = 0;
  for (let at = 0; at < pairs.length / 2; at += 1) {
    const isQuiet = pairs[2 * at + 1]! - pairs[2 * at]! < 12;
    if (!isQuiet && quiet >= 3) ends.push(at / 50);
    quiet = isQuiet ? quiet + 1 : 0;
  }
  return ends;
}

test('an MP3 that changes its channels more often than any recording is refused, however long it is', async () => {
  const frame = (channels: 1 | 2) =>
    Buffer.concat([Buffer.of(0xff, 0xf3, 0x14, channels === 1 ? 0xc0 : 0), Buffer.alloc(20)]);
  const changing = Buffer.concat(Array.from({ length: 150_000 }, (_, n) => frame(n < 10 || n % 2 ? 1 : 2)));

  expect(await sentenceOf(probed(changing))).toMatch('This file is not a recording that Earshot knows');
});

const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7919) % 251));
const second = wavFile(wavFormat('pcm_s16le'), noise(16_000));
const mp3 = recording('question.mp3');
const id3 = Buffer.concat([Buffer.from('4944330300000000000a', 'hex'), Buffer.alloc(10)]);
const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(60_000)]);
const mp3Ms = (await probed(mp3)).duration_ms;

test.each<[string, Buffer, number, string[], number]>([
  ['a WAV with an MP3 behind it', Buffer.concat([second, mp3]), 1000, ['note_unheard'], mp3.length],
  ['a WAV with tags and an MP3 behind it', Buffer.concat([second, id3, mp3]), 1000, ['note_unheard'], 20 + mp3.length],
  ['a WAV with a picture behind it', Buffer.concat([second, png]), 1000, ['note_wav_stray'], 0],
  ['an MP3 with a WAV behind it', Buffer.concat([mp3, second]), mp3Ms, ['note_unheard'], second.length],
  ['an MP3 with tags and a WAV behind it', Buffer.concat([mp3, tag, second]), mp3Ms, ['note_unheard'], second.length],
  [
    'a WAV whose second part has another rate',
    riff(fmt(), chunk('data', noise(16_000)), fmt({ rate: 16_000 }), chunk('data', noise(32_000))),
    1000,
    ['note_unheard'],
    32_000,
  ],
  [
    'a WAV with another format behind its sound',
    riff(fmt(), chunk('data', noise(16_000)), fmt({ rate: 16_000 })),
    1000,
    [],
    0,
  ],
])('%s is as long as the sound that is played, and the rest is noted', async (_, bytes, ms, notes, unheard) => {
  const { duration_ms, unheard_bytes, ...found } = await probed(bytes);
  expect([duration_ms, found.notes.map(({ code }) => code), unheard_bytes]).toEqual([ms, notes, unheard]);
});

test('a WAV with two formats in front of its sound is refused, because either may be meant', async () => {
  const bytes = riff(fmt(), fmt({ rate: 16_000 }), chunk('data', noise(16_000)));
  expect(await sentenceOf(probed(bytes))).toBe('The header of this WAV file is damaged.');
});
