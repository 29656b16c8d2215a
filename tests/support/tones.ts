import { wavHeader } from '../../electron/service/audio/wav';

type Sound = { seconds: number; sample_rate?: number };

/** A 16-bit WAV file with one steady tone per channel, so that the frequency shows which channel is heard. */
export const tones = (hz: [number] | [number, number], { seconds, sample_rate = 8000 }: Sound): Buffer =>
  wav(
    hz.map((pitch) => () => pitch),
    { seconds, sample_rate },
  );

/** A 16-bit WAV file of one channel with one tone after the other, each of a whole second; 0 for silence. */
export const tonesInTurn = (hz: readonly number[], sample_rate = 8000): Buffer =>
  wav([(second) => hz[Math.floor(second)] ?? 0], { seconds: hz.length, sample_rate });

/** A 16-bit WAV file with a tone of each channel in these spans of seconds, at about a third of full scale. */
export const talking = (lanes: readonly (readonly [from: number, to: number][])[], seconds: number): Buffer =>
  wav(
    lanes.map((spans) => (second) => (spans.some(([from, to]) => second >= from && second < to) ? 440 : 0)),
    { seconds, sample_rate: 8000 },
  );

function wav(pitches: ((second: number) => number)[], { seconds, sample_rate }: Required<Sound>): Buffer {
  const channels = pitches.length;
  const samples = Math.round(seconds * sample_rate);
  const data = Buffer.alloc(samples * channels * 2);
  for (let at = 0; at < samples; at += 1) {
    const second = at / sample_rate;
    for (const [channel, pitch] of pitches.entries()) {
      const level = 12_000 * Math.sin(2 * Math.PI * pitch(second) * second);
      data.writeInt16LE(Math.round(level), 2 * (at * channels + channel));
    }
  }
  const format = { codec: 'pcm_s16le' as const, sample_rate, channels, bits_per_sample: 16 };
  return Buffer.concat([wavHeader(format, data.length), data]);
}
