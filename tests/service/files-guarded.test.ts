import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Caller } from '../support/caller';
import { basic, memoryKeychain, noKeychain, startService, type TestService } from '../support/start-service';

const minute = 60_000;

type Stored = { file_path: string; damaged: number };
const storedFile = ({ given }: TestService): Stored =>
  given.database((db) => db.prepare<[], Stored>('SELECT file_path, damaged FROM call_files').get() as Stored);

/** Changes one byte of the stored container; a negative place counts from its end. */
function flip({ dataFolder, ...service }: TestService, place: number): void {
  const path = join(dataFolder, 'audio', storedFile({ dataFolder, ...service }).file_path);
  const bytes = readFileSync(path);
  const at = place < 0 ? bytes.length + place : place;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const audited = ({ given }: TestService, action: string): Record<string, unknown>[] =>
  given.database((db) =>
    db
      .prepare<[string], Record<string, unknown>>(
        'SELECT user_id, resource_id, at, details FROM audit_log WHERE action = ? ORDER BY audit_id',
      )
      .all(action),
  );

const listen = async (caller: Caller, id: string, range?: string) => {
  const response = await caller.raw(`/api/v2/calls/${id}.json/audio`, { headers: range ? { range } : {} });
  return { status: response.status, bytes: await response.arrayBuffer().catch(() => 'broken off' as const) };
};

test('a role without download or playback is refused by name, and hears nothing', async () => {
  const { given } = await startService();
  const id = await given.recorded('question.mp3');
  const person = await given.user({ permissions: ['calls:view'] });

  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await person.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body.error, body.explanation.match(/\w+:\w+/)?.[0]]);
  }

  expect(seen).toEqual([
    [403, 'PermissionError', 'calls:download'],
    [403, 'PermissionError', 'calls:playback'],
    [403, 'PermissionError', 'calls:playback'],
  ]);
});

test('damage to header or end is found before a byte leaves, said, marked and audited', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');
  const places = { magic: 0, version: 8, flags: 11, size: 15, file_id: 16, salt: 32, keys: 65, fingerprint: 80 };
  const all = Object.entries({ ...places, wrapped: 300, last_chunk: -20, last_tag: -1 });

  const seen = [];
  for (const [name, place] of all) {
    flip(started, place);
    const { status, headers, body } = await started.admin.get(`/api/v2/calls/${id}.json/file`);
    seen.push([name, status, body?.error, headers.get('content-type'), storedFile(started).damaged]);
    flip(started, place);
    started.given.database((db) => db.exec('UPDATE call_files SET damaged = 0'));
  }

  expect(seen).toEqual(all.map(([name]) => [name, 500, 'IntegrityError', 'application/json', 1]));
  expect(audited(started, 'damaged')).toHaveLength(all.length);
  expect(audited(started, 'download')).toHaveLength(0);
});

test('a container that is gone is said, without its path, and not marked: it may come back', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');
  rmSync(join(started.dataFolder, 'audio', storedFile(started).file_path));

  const { status, body } = await started.admin.get(`/api/v2/calls/${id}.json/audio`);

  expect([status, body.error, JSON.stringify(body).includes('.cra')]).toEqual([500, 'IntegrityError', false]);
  expect([storedFile(started).damaged, audited(started, 'damaged').length]).toEqual([0, 1]);
});

test('another container put in its place is refused', async () => {
  const started = await startService();
  const { given, dataFolder, admin } = started;
  const [id, other] = [await given.recorded('question.mp3'), await given.recorded('spanish-16k.wav')];
  const pathOf = (call_id: string) =>
    given.database((db) =>
      db
        .prepare<[string], Stored>('SELECT file_path FROM call_files JOIN calls USING (call_pk) WHERE call_id = ?')
        .get(call_id),
    )?.file_path ?? '';
  writeFileSync(join(dataFolder, 'audio', pathOf(id)), readFileSync(join(dataFolder, 'audio', pathOf(other))));

  const { status, body } = await admin.get(`/api/v2/calls/${id}.json/file`);

  expect([status, body?.error]).toEqual([500, 'IntegrityError']);
});

test('a flipped bit in the middle cuts the stream there, is marked and audited, and other ranges still play', async () => {
  const started = await startService();
  const { admin } = started;
  const id = await started.given.recorded('spanish-16k.wav');
  flip(started, 100_000);

  const whole = await listen(admin, id);
  const before = await listen(admin, id, 'bytes=0-9999');
  const behind = await listen(admin, id, 'bytes=150000-');
  const over = await listen(admin, id, 'bytes=60000-140000');

  expect([whole.bytes, over.bytes]).toEqual(['broken off', 'broken off']);
  const shown = async () => (await admin.get(`/api/v2/calls/${id}.json`)).body.call.files[0].damaged;
  expect([await shown(), audited(started, 'damaged').length]).toEqual([true, 2]);

  flip(started, 100_000);
  await listen(admin, id);
  expect(await shown()).toBe(false);
  expect([before.status, behind.status]).toEqual([206, 206]);
});

test('over TCP a stream that breaks is cut, so that no client takes it for whole', async () => {
  const started = await startService();
  const id = await started.given.recorded('spanish-16k.wav');
  flip(started, 100_000);
  const { port, close } = await started.service.listen(0);

  const end = await new Promise<string>((resolve) => {
    const headers = { authorization: basic('ingrid', 'correct horse battery') };
    request({ port, host: '127.0.0.1', path: `/api/v2/calls/${id}.json/file`, headers }, (response) => {
      response.resume();
      response.on('error', () => resolve('cut'));
      response.on('end', () => resolve(response.complete ? 'complete' : 'cut'));
    })
      .on('error', () => resolve('cut'))
      .end();
  });
  await close();

  expect(end).toBe('cut');
});

test('damaged peaks are said and marked', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');
  const path = join(started.dataFolder, 'audio', storedFile(started).file_path.replace('.cra', '.peaks'));
  const bytes = readFileSync(path);
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  writeFileSync(path, bytes);

  const { status, body } = await started.admin.get(`/api/v2/calls/${id}.json/peaks.json`);

  expect([status, body.error]).toEqual([500, 'IntegrityError']);
});

/** Exchanges the peaks of two calls on disk. */
function swapPeaks({ given, dataFolder }: TestService, [one, two]: [string, string]): void {
  const path = (call_id: string) => {
    const row = given.database((db) =>
      db
        .prepare<[string], { peaks_path: string }>(
          'SELECT peaks_path FROM call_files JOIN calls USING (call_pk) WHERE call_id = ?',
        )
        .get(call_id),
    );
    return join(dataFolder, 'audio', row?.peaks_path ?? '');
  };
  const [first, second] = [readFileSync(path(one)), readFileSync(path(two))];
  writeFileSync(path(one), second);
  writeFileSync(path(two), first);
}

test('the peaks of another call put in their place are refused, and audited', async () => {
  const started = await startService();
  const { admin, given } = started;
  const ids: [string, string] = [await given.recorded('question.mp3'), await given.recorded('spanish-16k.wav')];
  swapPeaks(started, ids);

  const swapped = await Promise.all(ids.map((id) => admin.get(`/api/v2/calls/${id}.json/peaks.json`)));
  const damages = audited(started, 'damaged').length;
  swapPeaks(started, ids);
  const back = await Promise.all(ids.map((id) => admin.get(`/api/v2/calls/${id}.json/peaks.json`)));

  expect(swapped.map(({ status, body }) => [status, body.error])).toEqual([
    [500, 'IntegrityError'],
    [500, 'IntegrityError'],
  ]);
  expect(damages).toBe(2);
  expect(back.map(({ status }) => status)).toEqual([200, 200]);
});

test('peaks of an older archive are bound when first read, unless their length is that of another recording', async () => {
  const started = await startService();
  const { admin, given } = started;
  const ids: [string, string] = [await given.recorded('question.mp3'), await given.recorded('spanish-16k.wav')];
  const read = () =>
    Promise.all(ids.map(async (id) => (await admin.get(`/api/v2/calls/${id}.json/peaks.json`)).status));
  const tags = () =>
    given.database((db) => db.prepare<[], { peaks_tag: string }>('SELECT peaks_tag FROM call_files').all());
  const bound = tags();
  given.database((db) => db.exec('UPDATE call_files SET peaks_tag = NULL'));

  swapPeaks(started, ids);
  const swapped = await read();
  swapPeaks(started, ids);
  const first = await read();

  expect([swapped, first]).toEqual([
    [500, 500],
    [200, 200],
  ]);
  expect(tags()).toEqual(bound);
});

test('without its keychain an application key opens nothing: 503 before headers; with it, all is back', async () => {
  const keychain = memoryKeychain();
  const first = await startService({ keychain });
  const id = await first.given.recorded('question.mp3');
  await first.service.close();
  const { dataFolder } = first;

  const locked = await startService({ dataFolder, keychain: noKeychain });
  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await locked.admin.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body?.error, Boolean(body?.explanation)]);
  }
  const marked = storedFile(locked).damaged;
  await locked.service.close();
  const back = await startService({ dataFolder, keychain });

  expect(seen).toEqual(Array.from({ length: 3 }, () => [503, 'KeychainUnavailable', true]));
  expect(marked).toBe(0);
  expect((await listen(back.admin, id)).status).toBe(200);
});

test('a user key needs no keychain, but a grant: who has none is refused', async () => {
  const { admin, given } = await startService({ keychain: noKeychain });
  const id = await given.recorded('question.mp3');
  const person = await given.user({ permissions: ['calls:download', 'calls:playback'] });

  const granted = await listen(admin, id);
  const seen = [];
  for (const path of ['file', 'audio', 'peaks.json']) {
    const { status, body } = await person.get(`/api/v2/calls/${id}.json/${path}`);
    seen.push([status, body?.error]);
  }

  expect(granted.status).toBe(200);
  expect(seen).toEqual(Array.from({ length: 3 }, () => [403, 'PermissionError']));
});

test('listening is audited once per session, call and ten minutes; saving for itself', async () => {
  let now = Date.UTC(2026, 10, 20);
  const started = await startService({ now: () => now });
  const { admin, nobody, through, given } = started;
  const [id, other] = [await given.recorded('question.mp3'), await given.recorded('spanish-16k.wav')];
  const credentials = { login: 'ingrid', password: 'correct horse battery' };
  const token = async () => (await nobody.post('/api/v2/sessions.json', credentials)).body.token;
  const [one, two] = [
    through('tcp', { authorization: `Bearer ${await token()}` }),
    through('tcp', { authorization: `Bearer ${await token()}` }),
  ];
  const counts = () => ['play', 'download'].map((action) => audited(started, action).length);

  for (const range of ['bytes=0-1', 'bytes=2-3', 'bytes=4-']) await listen(one, id, range);
  const ranges = counts();
  await listen(two, id);
  await listen(one, other);
  await admin.raw(`/api/v2/calls/${id}.json/file`);
  const apart = counts();
  now += 10 * minute - 1;
  await listen(one, id);
  const within = counts();
  now += 1;
  await listen(one, id);

  expect([ranges, apart, within, counts()]).toEqual([
    [1, 0],
    [3, 1],
    [3, 1],
    [4, 1],
  ]);
  expect(audited(started, 'play')[0]).toMatchObject({ resource_id: id, at: Date.UTC(2026, 10, 20) });
});

test('a recording whose audit entry cannot be written is not played, at the next try neither', async () => {
  const started = await startService({ log: () => {} });
  const { admin, given } = started;
  const id = await given.recorded('question.mp3');
  const play = () => admin.get(`/api/v2/calls/${id}.json/audio`);
  given.database((db) =>
    db.exec("CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END"),
  );

  const failed = [...(await Promise.all([play(), play(), play()])), await play()];
  given.database((db) => db.exec('DROP TRIGGER full'));
  const played = await Promise.all([play(), play(), play()]);

  expect(failed.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    Array.from({ length: 4 }, () => [500, 'application/json']),
  );
  expect(played.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(audited(started, 'play')).toHaveLength(1);
});

test('what gave no audio is no listening', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');

  await started.admin.raw(`/api/v2/calls/${id}.json/audio`, { method: 'HEAD' });
  await listen(started.admin, id, 'bytes=99999999-');

  expect(audited(started, 'play')).toEqual([]);
});

test('a person hears eight recordings at once; what has ended, or was given up, makes room', async () => {
  const { admin, given } = await startService();
  const path = `/api/v2/calls/${await given.recorded('spanish-16k.wav')}.json/audio`;
  const heads = [];
  for (let n = 0; n < 10; n++) heads.push(await admin.raw(path, { method: 'HEAD' }));
  const open: Response[] = [];
  for (let n = 0; n < 8; n++) open.push(await admin.raw(path));

  const ninth = await admin.raw(path);
  await open[0]?.arrayBuffer();
  await open[1]?.body?.cancel();
  const again = [await admin.raw(path), await admin.raw(path), await admin.raw(path)];

  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
  expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '1']);
  expect(again.map(({ status }) => status)).toEqual([200, 200, 429]);
  for (const { body } of [...open.slice(2), ...again]) await body?.cancel();
});
