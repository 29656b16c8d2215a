import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '../../electron/service/audio/wav';
import { wavFormat } from '../audio/given-sound';
import { tone } from '../support/live';

const rate = 48_000;

/** Samples of a tone that fades in and out, so that its ends are heard at no other frequency. */
export function faded(hz: number, ms: number): Buffer {
  const samples = (ms * rate) / 1000;
  const fade = rate / 20;
  const bytes = tone(hz, samples, { rate });
  for (let n = 0; n < fade; n += 1) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * n) / fade);
    for (const at of [n, samples - 1 - n]) bytes.writeInt16LE(Math.round(bytes.readInt16LE(2 * at) * gain), 2 * at);
  }
  return bytes;
}

export const silence = (ms: number): Buffer => Buffer.alloc((2 * ms * rate) / 1000);

/** The switches of Chromium that make every microphone play these samples again and again. */
export function microphone(samples: Buffer): string[] {
  const path = join(mkdtempSync(join(tmpdir(), 'earshot-microphone-')), 'sound.wav');
  writeFileSync(path, Buffer.concat([wavHeader(wavFormat('pcm_s16le', 1, rate), samples.length), samples]));
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${path}`];
}
