import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wavHeader } from '../../electron/service/audio/wav';
import { temporaryFolder } from './start-service';

type Sound = { ms?: number; channels?: 1 | 2 };

/** A WAV file of random noise: 8 kHz, 16 bit, by default one second and mono. */
export function wavOf({ ms = 1000, channels = 1 }: Sound = {}): Buffer {
  const sound = randomBytes(ms * 16 * channels);
  const format = { codec: 'pcm_s16le', sample_rate: 8000, channels, bits_per_sample: 16 } as const;
  return Buffer.concat([wavHeader(format, sound.length), sound]);
}

/** A folder with such files, texts and bytes, by name. */
export function folderWith(files: Record<string, Sound | string | Buffer>, folder = temporaryFolder()): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : wavOf(content));
  }
  return folder;
}
