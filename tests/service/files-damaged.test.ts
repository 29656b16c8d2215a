import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../support/folder-files';
import { folderWith, wavOf } from '../support/sounds';
import { basic, startService, type TestService } from '../support/start-service';
import { audited, flip, listen, type Stored, storedFile } from '../support/stored-file';

test('damage to the header or end is found before the first byte, and is reported, marked and audited', async () => {
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
    await listen(started.admin, id);
  }

  expect(seen).toEqual(all.map(([name]) => [name, 500, 'IntegrityError', 'application/json', 1]));
  expect(audited(started, 'damaged')).toHaveLength(all.length);
  expect(audited(started, 'download')).toHaveLength(0);
});

test('a missing container is reported without its path and not marked, because it may come back', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');
  rmSync(join(started.dataFolder, 'audio', storedFile(started).file_path));

  const { status, body } = await started.admin.get(`/api/v2/calls/${id}.json/audio`);

  expect([status, body.error, JSON.stringify(body).includes('.cra')]).toEqual([500, 'IntegrityError', false]);
  expect([storedFile(started).damaged, audited(started, 'damaged').length]).toEqual([0, 1]);
});

test('a container replaced by another one is refused', async () => {
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

test('a flipped bit in the middle cuts the stream there, is marked and audited once, and other ranges still play', async () => {
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
  expect([await shown(), audited(started, 'damaged').length]).toEqual([true, 1]);

  flip(started, 100_000);
  await listen(admin, id);
  expect(await shown()).toBe(false);
  expect([before.status, behind.status]).toEqual([206, 206]);
});

test('a recording of several MiB arrives unchanged, and is cut where a bit was flipped', async () => {
  const started = await startService();
  const sound = wavOf({ ms: 300_000 });
  const id = await started.given.recorded(join(folderWith({ 'long.wav': sound }), 'long.wav'));
  const heard = async (range?: string) => {
    const { bytes } = await listen(started.admin, id, range);
    return typeof bytes === 'string' ? bytes : sha256(new Uint8Array(bytes));
  };

  const whole = await heard();
  const part = await heard('bytes=1000000-4000000');
  flip(started, 3_000_000);
  const before = await heard('bytes=0-2900000');
  const over = await heard();

  const unchanged = [sound, sound.subarray(1_000_000, 4_000_001), sound.subarray(0, 2_900_001)].map(sha256);
  expect([whole, part, before, over]).toEqual([...unchanged, 'broken off']);
});

test('over TCP a stream that fails is cut, so that no client takes it for complete', async () => {
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

test('damaged peaks are reported and marked', async () => {
  const started = await startService();
  const id = await started.given.recorded('question.mp3');
  const path = join(started.dataFolder, 'audio', storedFile(started).file_path.replace('.cra', '.peaks'));
  const bytes = readFileSync(path);
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  writeFileSync(path, bytes);

  const { status, body } = await started.admin.get(`/api/v2/calls/${id}.json/peaks.json`);

  expect([status, body.error]).toEqual([500, 'IntegrityError']);
});

/** Swaps the peaks of two calls on disk. */
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

test('peaks replaced by those of another call are refused and audited', async () => {
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
