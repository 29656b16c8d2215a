import { expect, test } from 'vitest';
import { LivePicture } from '../../electron/service/audio/live/live-picture';

test('sound that cannot be drawn is reported once, and drawing goes on', async () => {
  const faults: unknown[] = [];
  const sound = { codec: 'pcm_s16le', sample_rate: 8000, channels: 1 } as const;
  const picture = new LivePicture(sound, (cause) => faults.push(cause));
  const nothing = undefined as unknown as Buffer;

  picture.hear(nothing);
  picture.hear(nothing);
  picture.hear(Buffer.alloc(4 * sound.sample_rate, 1));

  await expect.poll(() => picture.marksAt(0).length).toBeGreaterThan(0);
  expect(faults).toHaveLength(1);
});
