import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import type { Rewrap } from '@shared/contract/rewraps';
import { expect, test, vi } from 'vitest';
import type { Caller } from '../support/caller';
import {
  memoryKeychain,
  startService,
  type TestOptions,
  type TestService,
  temporaryFolder,
} from '../support/start-service';
import { listen } from '../support/stored-file';
import { strays } from '../support/strays';
import { diesAfter, firstHeldAt, threadsWith } from '../support/threads';

const address = '/api/v2/encrypt_keys.json';
const generate = { name: 'Second', add_type: 'generate', key_length: 2048 };
const names = ['question.mp3', 'short-stereo-16k.wav', 'repair-call-mono-u8.wav'];

const rewrapOf = (url: string) => url.replace('.json', '/rewrap.json');
const keysOf = async (caller: Caller) => (await caller.get(address)).body.encrypt_keys;

async function ended(caller: Caller, url: string): Promise<Rewrap> {
  return vi.waitUntil(
    async () => {
      const { rewrap } = (await caller.get(rewrapOf(url))).body;
      return rewrap.status === 'running' ? undefined : rewrap;
    },
    { timeout: 30_000 },
  );
}

/** Thread entries that hold the first copy of a recording. */
function holdingCopies() {
  const marks = temporaryFolder();
  const [held, go] = [join(marks, 'held'), join(marks, 'go')];
  return {
    threadsFolder: threadsWith('job', firstHeldAt('rewraps.file', held, go)),
    isHeld: () => expect.poll(() => existsSync(held)).toBe(true),
    /** Lets it go in the step in which the run is told to stop. Called before that. */
    letGoOnceStopped({ service: { store } }: TestService): void {
      const stop = vi.spyOn(store, 'stop').mockImplementationOnce((of) => {
        stop.mockRestore();
        writeFileSync(go, '');
        store.stop(of);
      });
    },
    holdAgain(): void {
      for (const mark of [go, held]) rmSync(mark);
    },
  };
}

/** Recordings under the first key, and the address of a second one. */
async function withTwoKeys(
  more: object = {},
  options: TestOptions = {},
): Promise<TestService & { ids: string[]; url: string; first: string }> {
  const started = await startService(options);
  const { admin, given } = started;
  const ids: string[] = [];
  for (const name of names) ids.push(await given.recorded(name));
  const { body } = await admin.post(address, { encrypt_key: { ...generate, ...more } });
  const keys = await keysOf(admin);
  const first = `/api/v2/encrypt_keys/${keys.find(({ name }: { name: string }) => name === 'First key').key_id}.json`;
  return { ...started, ids, url: body.url, first };
}

const bytesOf = async (caller: Caller, id: string) => Buffer.from((await listen(caller, id)).bytes as ArrayBuffer);

test('older recordings are encrypted to a key too, which then opens them without the first one', async () => {
  const { admin, ids, url, first, dataFolder, given } = await withTwoKeys();
  const [before, tags] = [await Promise.all(ids.map((id) => bytesOf(admin, id))), await tagsOf(admin)];

  const begun = await admin.post(rewrapOf(url));
  const end = await ended(admin, url);
  await admin.put(first, { encrypt_key: { is_active: false } });
  const removed = await admin.delete(first);
  const after = await Promise.all(ids.map((id) => bytesOf(admin, id)));
  const drawn = await Promise.all(
    ids.map(async (id) => (await admin.get(`/api/v2/calls/${id}.json/peaks.json`)).status),
  );

  expect([begun.status, begun.headers.get('location')]).toEqual([201, rewrapOf(url)]);
  expect(end).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0, ended_at: expect.any(String) });
  expect(removed.status).toBe(200);
  expect(after.map((bytes, n) => bytes.equals(before[n] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
  expect(drawn).toEqual([200, 200, 200]);
  expect((await tagsOf(admin)).filter((tag) => tags.includes(tag))).toEqual([]);
  expect(strays(dataFolder)).toEqual([]);
  expect(given.database((db) => db.prepare('SELECT * FROM discarded_files').all())).toEqual([]);
  expect(given.audited('encrypt_key').map(({ action }) => action)).toContain('rewrap');
});

async function tagsOf(admin: Caller): Promise<(string | null)[]> {
  const { calls } = (await admin.get('/api/v2/calls.json')).body as { calls: Call[] };
  return calls.flatMap(({ files }) => files.map(({ encrypt_tag }) => encrypt_tag));
}

test('a second time finds nothing to do, and a recording that came in since is already encrypted to the key', async () => {
  const { admin, given, url } = await withTwoKeys();
  await admin.post(rewrapOf(url));
  await ended(admin, url);
  await given.recorded('spanish-16k.wav');

  await admin.post(rewrapOf(url));

  expect(await ended(admin, url)).toMatchObject({ status: 'done', total: 0, done: 0 });
});

test('recordings that the caller cannot open are counted as failed, and stay as they are', async () => {
  const { admin, given, first } = await withTwoKeys({ protection_mode: 'user' });
  await admin.put(first, { encrypt_key: { is_active: false } });
  const own = await given.recorded('spanish-16k.wav');
  const third = (await admin.post(address, { encrypt_key: { ...generate, name: 'Third' } })).body.url;
  const person = await given.user({ permissions: ['encrypt_keys:view', 'encrypt_keys:edit'] });

  await person.post(rewrapOf(third));
  const end = await ended(person, third);

  expect(end).toMatchObject({ status: 'done', total: 4, done: 3, failed: 1 });
  expect((await listen(admin, own)).status).toBe(200);
});

test('a damaged recording does not keep the others from the key', async () => {
  const { admin, url, dataFolder, given } = await withTwoKeys();
  const [path = ''] = given
    .database((db) =>
      db.prepare<[], { file_path: string }>('SELECT file_path FROM call_files ORDER BY file_path').all(),
    )
    .map(({ file_path }) => file_path);
  const { truncateSync, statSync } = await import('node:fs');
  const full = `${dataFolder}/audio/${path}`;
  truncateSync(full, statSync(full).size - 1);

  await admin.post(rewrapOf(url));

  expect(await ended(admin, url)).toMatchObject({ status: 'done', total: 3, done: 2, failed: 1 });
  expect(strays(dataFolder)).toEqual([]);
});

test('one runs at a time for a key, and it can be stopped and begun again', async () => {
  const { threadsFolder, isHeld, letGoOnceStopped } = holdingCopies();
  const started = await withTwoKeys({}, { threadsFolder });
  const { admin, url } = started;

  const both = await Promise.all([admin.post(rewrapOf(url)), admin.post(rewrapOf(url))]);
  await isHeld();
  letGoOnceStopped(started);
  await admin.delete(rewrapOf(url));
  const stopped = await ended(admin, url);
  await admin.post(rewrapOf(url));
  const end = await ended(admin, url);

  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  // With the recording that was just being encrypted.
  expect(stopped).toMatchObject({ status: 'cancelled', done: 1 });
  expect(end).toMatchObject({ status: 'done', done: 2 });
});

test('a lock interrupts it, and so does the end of Earshot; the recordings stay readable', async () => {
  const keychain = memoryKeychain();
  const { threadsFolder, isHeld, letGoOnceStopped, holdAgain } = holdingCopies();
  const first = await startService({ keychain, threadsFolder });
  const ids: string[] = [];
  for (const name of names) ids.push(await first.given.recorded(name));
  const { url } = (await first.admin.post(address, { encrypt_key: generate })).body;
  await first.admin.post(rewrapOf(url));
  await isHeld();
  letGoOnceStopped(first);
  first.service.forgetCredentials();
  const locked = await ended(first.admin, url);
  holdAgain();
  await first.admin.post(rewrapOf(url));
  await isHeld();
  letGoOnceStopped(first);
  await first.service.close();
  const second = await startService({ keychain, dataFolder: first.dataFolder });

  const closed = (await second.admin.get(rewrapOf(url))).body.rewrap;
  expect([locked, closed]).toMatchObject(Array(2).fill({ status: 'interrupted', done: 1 }));
  const heard = await Promise.all(ids.map((id) => listen(second.admin, id)));
  expect(heard.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(strays(first.dataFolder)).toEqual([]);
});

test('recordings stay readable when the thread that stored a copy dies before it answers', async () => {
  const keychain = memoryKeychain();
  const threadsFolder = threadsWith('writer', diesAfter('calls.replace-containers', join(temporaryFolder(), 'died')));
  const first = await startService({ keychain, threadsFolder });
  const ids = [await first.given.recorded('question.mp3'), await first.given.recorded('spanish-16k.wav')];
  const { url } = (await first.admin.post(address, { encrypt_key: generate })).body;
  await first.admin.post(rewrapOf(url));
  const end = await ended(first.admin, url);
  await first.service.close();
  const second = await startService({ keychain, dataFolder: first.dataFolder });

  expect(end.status).toBe('interrupted');
  expect((await Promise.all(ids.map((id) => listen(second.admin, id)))).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(strays(first.dataFolder)).toEqual([]);
});

test('a key without a rewrap has none to read, and one out of reach is not found', async () => {
  const { admin, given, url } = await withTwoKeys();
  const foreign = await given.user({ tenant_id: await given.tenant(), permissions: ['encrypt_keys:edit'] });

  expect((await admin.get(rewrapOf(url))).status).toBe(404);
  expect((await foreign.post(rewrapOf(url))).status).toBe(404);
});
