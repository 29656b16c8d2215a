import { wavHeader } from '../../electron/service/audio/wav';

type Sound = { seconds: number; sample_rate?: number };

/** A 16-bit WAV file with one steady tone per channel, so that the frequency shows which channel is heard. */
export function tones(hz: [number] | [number, number], { seconds, sample_rate = 8000 }: Sound): Buffer {
  const samples = Math.round(seconds * sample_rate);
  const data = Buffer.alloc(samples * hz.length * 2);
  for (let at = 0; at < samples; at += 1) {
    hz.forEach((pitch, channel) => {
      const level = 12_000 * Math.sin((2 * Math.PI * pitch * at) / sample_rate);
      data.writeInt16LE(Math.round(level), 2 * (at * hz.length + channel));
    });
  }
  const format = { codec: 'pcm_s16le' as const, sample_rate, channels: hz.length, bits_per_sample: 16 };
  return Buffer.concat([wavHeader(format, data.length), data]);
}
