import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { Sender, tone } from '../support/live';
import { memoryKeychain, startService, temporaryFolder } from '../support/start-service';
import { strays } from '../support/strays';
import { noRoomUntil, threadsWith } from '../support/threads';

const chunkBytes = 16 * 1024;
const chunks = 20;
const sound = tone(400, ((chunks + 1) * chunkBytes) / 2);

/** A copy of an archive with recordings that have no end, as a crash leaves it, and their calls in order. */
async function cutOff(recordings: number, about: object = {}, audio = sound) {
  const keychain = memoryKeychain();
  const { dataFolder, admin } = await startService({ keychain });
  const senders = [];
  for (let n = 0; n < recordings; n++) senders.push(await Sender.open(admin, about));
  for (const sender of senders) await sender.send(audio);
  const copy = join(temporaryFolder(), 'data');
  cpSync(dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('owner.lock') });
  return { copy, keychain, senders };
}

/** Runs `patch` in a job thread, with the prototype of open files as `file`. */
const withFiles = (patch: string) =>
  threadsWith(
    'job',
    `const fs = require('node:fs');
    void require('node:fs/promises').open(__filename).then((one) => {
      const file = Object.getPrototypeOf(one);
      ${patch}
      return one.close();
    });`,
  );

/** Makes each chunk take a moment to read, and creates the file `begun` with the first. */
const slowChunks = (begun: string) => `
  const { read } = file;
  file.read = async function (buffer, at, length, position) {
    if (length > ${chunkBytes}) {
      fs.writeFileSync(${JSON.stringify(begun)}, '');
      await new Promise((done) => setTimeout(done, 50));
    }
    return read.call(this, buffer, at, length, position);
  };
`;

/** Creates the file `held` when the first chunk is read, and waits until the thread is told to stop. */
const heldToTheEnd = (held: string) => `
  const { cancel } = require('node:worker_threads').workerData;
  const { read } = file;
  file.read = async function (buffer, at, length, position) {
    if (length > ${chunkBytes}) {
      fs.writeFileSync(${JSON.stringify(held)}, '');
      while (Atomics.load(cancel, 0) === 0) await new Promise((done) => setTimeout(done, 5));
    }
    return read.call(this, buffer, at, length, position);
  };
`;

/** Creates the file `held` when the first chunk is read, and waits for the file `go`. */
const heldChunks = (held: string, go: string) => `
  const { read } = file;
  file.read = async function (buffer, at, length, position) {
    if (length > ${chunkBytes}) {
      fs.writeFileSync(${JSON.stringify(held)}, '');
      while (!fs.existsSync(${JSON.stringify(go)})) await new Promise((done) => setTimeout(done, 5));
    }
    return read.call(this, buffer, at, length, position);
  };
`;

const salvaged = (dataFolder: string): number => {
  const db = openConnection(join(dataFolder, 'earshot.db'));
  const { count } = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM call_files').get() ?? { count: 0 };
  db.close();
  return count;
};

test('a recording is salvaged without waiting for the disk at each chunk', async () => {
  const { copy, keychain } = await cutOff(1);
  const syncs = join(temporaryFolder(), 'syncs');
  const threadsFolder = withFiles(`
    const { sync } = file;
    file.sync = function () {
      fs.appendFileSync(${JSON.stringify(syncs)}, '.');
      return sync.call(this);
    };
  `);

  await startService({ dataFolder: copy, keychain, threadsFolder });
  await expect.poll(() => salvaged(copy)).toBe(1);

  expect(readFileSync(syncs, 'utf8').length).toBeLessThan(chunks / 2);
});

test('an end does not wait until a recording is salvaged, which the next start does', async () => {
  const { copy, keychain, senders } = await cutOff(1);
  const held = join(temporaryFolder(), 'held');
  const first = await startService({ dataFolder: copy, keychain, threadsFolder: withFiles(heldToTheEnd(held)) });
  await expect.poll(() => existsSync(held)).toBe(true);

  await first.service.close();
  const early = salvaged(copy);
  const { admin } = await startService({ dataFolder: copy, keychain });
  await expect.poll(() => salvaged(copy)).toBe(1);

  expect(early).toBe(0);
  const audio = await senders[0]?.by(admin, 0).file();
  expect(audio?.subarray(44).equals(sound.subarray(0, chunks * chunkBytes))).toBe(true);
});

test('a recording that someone plays is salvaged before those that nobody waits for', async () => {
  const { copy, keychain, senders } = await cutOff(4);
  const begun = join(temporaryFolder(), 'begun');
  const { admin } = await startService({ dataFolder: copy, keychain, threadsFolder: withFiles(slowChunks(begun)) });
  await expect.poll(() => existsSync(begun)).toBe(true);

  const audio = await senders[3]?.by(admin, 0).file();
  const early = salvaged(copy);
  await expect.poll(() => salvaged(copy)).toBe(4);

  expect(audio?.length).toBe(44 + chunks * chunkBytes);
  expect(early).toBeLessThan(4);
});

test('on a full disk, recordings that were cut off go on where they were, and are salvaged once there is space', async () => {
  const { copy, keychain, senders } = await cutOff(1);
  let now = Date.now();
  const go = join(temporaryFolder(), 'go');
  const threadsFolder = threadsWith('writer', noRoomUntil('recordings.keep-left', go));

  const { admin } = await startService({ dataFolder: copy, keychain, threadsFolder, now: () => now });
  const [sender] = senders.map((one) => one.by(admin, 0));
  const state = await sender?.state();
  writeFileSync(go, '');
  now += 60_000;
  await expect.poll(() => salvaged(copy)).toBe(1);
  await sender?.send(sound.subarray(chunks * chunkBytes), chunks * chunkBytes);
  await sender?.close();

  expect(state).toMatchObject({ status: 'recording', offset: chunks * chunkBytes });
  expect((await sender?.file())?.subarray(44).equals(sound)).toBe(true);
});

test('a recording that is not kept when it is closed does not come back when it is salvaged meanwhile', async () => {
  const { copy, keychain, senders } = await cutOff(1, { call: { on_demand_state: 0 } });
  const [held, go] = ['held', 'go'].map((name) => join(temporaryFolder(), name)) as [string, string];
  const threadsFolder = withFiles(heldChunks(held, go));
  const { admin, service } = await startService({ dataFolder: copy, keychain, threadsFolder });
  await expect.poll(() => existsSync(held)).toBe(true);

  const [sender] = senders.map((one) => one.by(admin, 0));
  await sender?.close();
  writeFileSync(go, '');
  await expect.poll(() => strays(copy)).toEqual([]);
  await service.close();

  expect(salvaged(copy)).toBe(0);
  expect(strays(copy)).toEqual([]);
});

test('a recording that waits to be salvaged keeps its id when another file is pushed', async () => {
  const { copy, keychain, senders } = await cutOff(1);
  const [held, go] = ['held', 'go'].map((name) => join(temporaryFolder(), name)) as [string, string];
  const threadsFolder = withFiles(heldChunks(held, go));
  const { admin } = await startService({ dataFolder: copy, keychain, threadsFolder });
  await expect.poll(() => existsSync(held)).toBe(true);
  const [sender] = senders.map((one) => one.by(admin, 0));
  await sender?.close();
  const push = (file_id: string) =>
    admin.raw(`/api/v2/calls/${sender?.call_id}.json/file?file_id=${file_id}`, {
      method: 'PUT',
      body: new Uint8Array(readFileSync('tests/data/audio/short-stereo-16k.wav')),
      headers: { 'content-type': 'audio/wav' },
    });

  const taken = await push('01');
  writeFileSync(go, '');
  const free = await push('02');
  await expect.poll(() => salvaged(copy)).toBe(2);

  expect([taken.status, free.status]).toEqual([400, 201]);
});

test('bytes between two frames that are not kept are not asked for again after a crash', async () => {
  const frames = readFileSync('tests/data/audio/question.mp3');
  const junk = Buffer.alloc(5000);
  const mp3 = { format: 'mp3', sample_rate: 16_000, channels: 1 };
  const before = await cutOff(1, mp3, Buffer.concat(Array(6).fill(frames)));
  const after = await cutOff(1, mp3, Buffer.concat([frames, junk, ...Array(5).fill(frames)]));

  const offsets = [];
  for (const { copy, keychain, senders } of [before, after]) {
    const { admin } = await startService({ dataFolder: copy, keychain });
    offsets.push((await senders[0]?.by(admin, 0).state())?.offset ?? 0);
  }

  expect((offsets[1] ?? 0) - (offsets[0] ?? 0)).toBeGreaterThanOrEqual(junk.length);
});
