import { readFileSync } from 'node:fs';
import type { Import } from '@shared/contract/imports';
import { expect, test } from 'vitest';
import { recording } from '../support/given';
import { callsOf, ended, holdingImport, importOf, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

/** A window with an import of two recordings that is held. */
async function withQueue() {
  const { threadsFolder, isHeld, letGo } = holdingImport();
  const started = await startService({ threadsFolder });
  const window = await windowOf(started);
  const large = started.choose('Large', ['repair-call-stereo-8k.wav', 'two-speakers-mono-16k.wav'].map(recording));
  const first = (await window.post('/api/v2/imports.json', { import: { source: large } })).body.url as string;
  await isHeld();
  return { ...started, window, first, letGo };
}

test('a cancelled import keeps the imported calls and records its end', async () => {
  const { threadsFolder, isHeld, letGoOnceStopped } = holdingImport('3.wav');
  const started = await startService({ threadsFolder });
  const window = await windowOf(started);
  const wav = readFileSync(recording('question-ulaw-16k.wav'));
  const files = Array.from({ length: 6 }, (_, n) => {
    const bytes = Buffer.from(wav);
    bytes.writeUInt8(n, bytes.length - 1);
    return [`${n}.wav`, bytes] as const;
  });
  const source = started.choose('Many', [folderWith(Object.fromEntries(files))]);
  const { body } = await window.post('/api/v2/imports.json', { import: { source } });
  await isHeld();

  const [{ status, body: cancelled }] = await Promise.all([window.delete(body.url), letGoOnceStopped()]);

  // With the file that was just being imported.
  expect([status, cancelled.import]).toMatchObject([200, { status: 'cancelled', total: 6, imported: 4 }]);
  expect(await callsOf(window)).toHaveLength(4);
});

test('cancelling an import does not wait for the next one', async () => {
  const next = holdingImport('repair-call');
  const { threadsFolder, isHeld, letGoOnceStopped } = holdingImport('a.wav', next.threadsFolder);
  const started = await startService({ threadsFolder });
  const window = await windowOf(started);
  const { choose } = started;
  const small = choose('Small', [folderWith({ 'a.wav': {} })]);
  const large = choose('Large', ['repair-call-stereo-8k.wav', 'two-speakers-mono-16k.wav'].map(recording));
  const first = await window.post('/api/v2/imports.json', { import: { source: small } });
  const second = await window.post('/api/v2/imports.json', { import: { source: large } });
  await isHeld();

  await Promise.all([window.delete(first.body.url), letGoOnceStopped()]);

  expect((await window.get(second.body.url)).body.import.status).toBe('running');
  next.letGo();
  expect(await ended(window, second.body.url)).toMatchObject({ status: 'done', imported: 2 });
});

test('cancelling a queued import ends it at once', async () => {
  const { window, choose, first, letGo } = await withQueue();
  const small = choose('Small', [folderWith({ 'a.wav': {} })]);
  const second = await window.post('/api/v2/imports.json', { import: { source: small } });

  const { body } = await window.delete(second.body.url);

  expect([body.import.status, (await window.get(first)).body.import.status]).toEqual(['cancelled', 'running']);
  letGo();
  expect(await ended(window, first)).toMatchObject({ status: 'done', imported: 2 });
  expect((await window.get(second.body.url)).body.import).toMatchObject({ status: 'cancelled', imported: 0 });
});

test('an import that was cancelled in the queue is neither resumed nor continued by a repeated command', async () => {
  const { window, given, first, letGo } = await withQueue();
  const small = [folderWith({ 'a.wav': {} })];
  const wanted = given.imported(small);
  const queued = async () => {
    const { imports } = (await window.get('/api/v2/imports.json')).body;
    return imports.find(({ name }: Import) => name === 'given')?.import_id;
  };
  await expect.poll(queued).toBeDefined();
  const import_id = await queued();
  const url = `/api/v2/imports/${import_id}.json`;
  await window.delete(url);

  const resumed = await window.put(url, { import: { status: 'running' } });
  const repeated = given.imported(small);
  const running = await window.get(first);

  expect([running.body.import.status, resumed.status]).toEqual(['running', 409]);
  letGo();
  expect(await wanted).toBe(import_id);
  expect(await importOf(window, await repeated)).toMatchObject({ status: 'done', imported: 1 });
});
