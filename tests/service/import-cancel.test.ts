import { readFileSync } from 'node:fs';
import type { Import } from '@shared/contract/imports';
import { expect, test, vi } from 'vitest';
import { recording } from '../support/given';
import { callsOf, ended, importOf, until, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

test('a cancelled import keeps the imported calls and records its end', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const names = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${String(n).padStart(2, '0')}.wav`, n]));
  const wav = readFileSync(recording('question-ulaw-16k.wav'));
  const files = Object.entries(names).map(([name, n]) => {
    const bytes = Buffer.from(wav);
    bytes.writeUInt8(n, bytes.length - 1);
    return [name, bytes] as const;
  });
  const source = started.choose('Many', [folderWith(Object.fromEntries(files))]);
  const { body } = await window.post('/api/v2/imports.json', { import: { source } });
  await until(window, body.url, ({ imported }) => imported >= 2);

  const { status, body: cancelled } = await window.delete(body.url);

  const { imported, ...rest } = cancelled.import as Import;
  expect([status, rest.status, rest.total]).toEqual([200, 'cancelled', 60]);
  expect(imported).toBeGreaterThanOrEqual(2);
  expect(imported).toBeLessThan(60);
  expect(await callsOf(window)).toHaveLength(imported);
});

test('cancelling an import does not wait for the next one', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const { choose } = started;
  const small = choose('Small', [folderWith({ 'a.wav': {} })]);
  const large = choose('Large', ['repair-call-stereo-8k.wav', 'two-speakers-mono-16k.wav'].map(recording));
  const first = await window.post('/api/v2/imports.json', { import: { source: small } });
  const second = await window.post('/api/v2/imports.json', { import: { source: large } });

  await window.delete(first.body.url);

  expect((await window.get(second.body.url)).body.import.status).toBe('running');
  expect(await ended(window, second.body.url)).toMatchObject({ status: 'done', imported: 2 });
});

test('cancelling a queued import ends it at once', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const { choose } = started;
  const large = choose('Large', ['repair-call-stereo-8k.wav', 'two-speakers-mono-16k.wav'].map(recording));
  const small = choose('Small', [folderWith({ 'a.wav': {} })]);
  const first = await window.post('/api/v2/imports.json', { import: { source: large } });
  const second = await window.post('/api/v2/imports.json', { import: { source: small } });

  const { body } = await window.delete(second.body.url);

  expect([body.import.status, (await window.get(first.body.url)).body.import.status]).toEqual(['cancelled', 'running']);
  expect(await ended(window, first.body.url)).toMatchObject({ status: 'done', imported: 2 });
  expect((await window.get(second.body.url)).body.import).toMatchObject({ status: 'cancelled', imported: 0 });
});

test('an import that was cancelled in the queue is neither resumed nor continued by a repeated command', async () => {
  const started = await startService();
  const window = await windowOf(started);
  const large = started.choose('Large', ['repair-call-stereo-8k.wav', 'two-speakers-mono-16k.wav'].map(recording));
  const first = await window.post('/api/v2/imports.json', { import: { source: large } });
  const small = [folderWith({ 'a.wav': {} })];
  const wanted = started.given.imported(small);
  const queued = await vi.waitUntil(async () => {
    const { imports } = (await window.get('/api/v2/imports.json')).body;
    return imports.find(({ name }: Import) => name === 'given') as Import | undefined;
  });
  const url = `/api/v2/imports/${queued.import_id}.json`;
  await window.delete(url);

  const resumed = await window.put(url, { import: { status: 'running' } });
  const repeated = started.given.imported(small);
  const running = await window.get(first.body.url);

  expect([running.body.import.status, resumed.status]).toEqual(['running', 409]);
  expect(await wanted).toBe(queued.import_id);
  expect(await importOf(window, await repeated)).toMatchObject({ status: 'done', imported: 1 });
});
