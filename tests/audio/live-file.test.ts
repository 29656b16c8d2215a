import { expect, test } from 'vitest';
import { dataKeyOf, unwrapWith } from '../../electron/service/audio/container/data-key';
import { headerOf } from '../../electron/service/audio/container/header';
import { unfinishedChunks, unfinishedLength } from '../../electron/service/audio/container/reader';
import { type FileStore, fileStore } from '../../electron/service/audio/file-store';
import { LiveFile } from '../../electron/service/audio/live/live-file';
import { tone } from '../support/live';
import { temporaryFolder } from '../support/start-service';
import { collect, given } from './given-container';

const chunkBytes = 16 * 1024;
const sound = { codec: 'pcm_s16le', sample_rate: 8000, channels: 1 } as const;
const audio = tone(400, 4 * chunkBytes);

/** A file store whose files fail at this write, counted from 0, when half of it is on the disk. */
function failingAt(place: number): FileStore {
  const store = fileStore(temporaryFolder());
  let writes = 0;
  return {
    ...store,
    async create(options) {
      const file = await store.create(options);
      return {
        ...file,
        async write(bytes) {
          if (writes++ !== place) return file.write(bytes);
          await file.write(bytes.subarray(0, bytes.length / 2));
          throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
        },
      };
    },
  };
}

const begin = (store: FileStore) => {
  const { fingerprint, publicKey } = given.recipient;
  const key = {
    fingerprint: fingerprint.toString('hex'),
    public_key: publicKey.export({ type: 'spki', format: 'der' }),
  };
  return LiveFile.begin(store, { uuid: crypto.randomUUID(), setupMs: Date.UTC(2026, 10, 20), keys: [key], sound });
};

test('a file with a write that failed takes nothing more and is not ended, and what was written before can be salvaged', async () => {
  const store = failingAt(3);
  const file = await begin(store);
  for (const at of [0, 1, 2]) await file.append(audio.subarray(at * chunkBytes, (at + 1) * chunkBytes));

  const refused = [
    await file.append(audio.subarray(3 * chunkBytes, 4 * chunkBytes)).catch(String),
    await file.append(audio.subarray(4 * chunkBytes, 5 * chunkBytes)).catch(String),
    await file.seal().catch(String),
  ];
  await file.leave();

  expect(refused).toEqual([expect.stringContaining('EIO'), ...Array(2).fill(expect.stringContaining('has failed'))]);
  const source = await store.open(file.temporaryPath);
  const dek = await dataKeyOf(await headerOf(source), unwrapWith(given.privateKey));
  const left = await collect(unfinishedChunks(source, dek, await unfinishedLength(source)));
  await source.close();
  expect(left.equals(audio.subarray(0, 2 * chunkBytes))).toBe(true);
});
