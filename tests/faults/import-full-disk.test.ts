import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../support/folder-files';
import { callsOf, importOf, rowsOf, until, windowOf } from '../support/imports';
import { mayMount, mounted } from '../support/mount';
import { folderWith, wavOf } from '../support/sounds';
import { startService } from '../support/start-service';
import { strays } from '../support/strays';
import { heldAt, threadsWith } from '../support/threads';

const mb = 1024 * 1024;
/** Two megabytes of sound. */
const large = () => wavOf({ ms: 131_072 });

const freeIn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk until this many bytes are free. */
function fillTo(folder: string, left: number): string {
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(freeIn(folder) - left));
  return ballast;
}

describe.skipIf(!mayMount)('on a disk of 96 MB (needs root)', () => {
  test('an import that does not fit is paused before it starts, and continues automatically once there is space', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const started = await startService({ dataFolder });
    const window = await windowOf(started);
    const folder = folderWith({ 'a.wav': large(), 'b.wav': large(), 'notes.wav': 'words' });
    const ballast = fillTo(dataFolder, 26 * mb);
    const source = started.choose('Chosen', [folder]);

    const { body } = await window.post('/api/v2/imports.json', { import: { source } });
    const paused = await until(window, body.url, ({ status }) => status !== 'running');
    const none = await callsOf(window);
    rmSync(ballast);
    const done = await until(window, body.url, ({ status }) => status === 'done');

    expect(paused).toMatchObject({ status: 'paused', reason: 'DISK_FULL', total: 3, done: 0, finished_at: null });
    expect(paused.needed_bytes).toBeGreaterThan(26 * mb);
    expect(paused.free_bytes).toBeLessThanOrEqual(26 * mb);
    expect(none).toEqual([]);
    expect(done).toMatchObject({ reason: null, needed_bytes: null, total: 3, imported: 2, refused: 1, calls: 2 });
  });

  test('a disk that fills up during an import pauses it; imported calls stay complete, and resuming imports the rest', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const started = await startService({ dataFolder });
    const window = await windowOf(started);
    const sounds = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.wav`, large()]));
    const source = started.choose('Chosen', [folderWith(sounds)]);
    // Leaves space for some of the 12.
    const ballast = fillTo(dataFolder, 44 * mb);
    const { body } = await window.post('/api/v2/imports.json', { import: { source } });
    await until(window, body.url, ({ status }) => status === 'paused');

    // A resumed import imports as much as fits.
    const tried = await window.put(body.url, { import: { status: 'running' } });
    const full = await until(window, body.url, ({ status }) => status === 'paused');
    const before = await callsOf(window);
    rmSync(ballast);
    const resumed = await window.put(body.url, { import: { status: 'running' } });
    const done = await until(window, body.url, ({ status }) => status === 'done');

    // The response may arrive after the import has paused again or ended.
    expect(tried.status).toBe(200);
    expect(full).toMatchObject({ reason: 'DISK_FULL', refused: 0, skipped: 0, total: 12, imported: before.length });
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(12);
    expect(resumed.status).toBe(200);
    expect(resumed.body.import.status).not.toBe('paused');
    expect(done).toMatchObject({ total: 12, imported: 12, skipped: 0, refused: 0, calls: 12 });
    const rows = await rowsOf(window, done.import_id);
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    const stored = (await callsOf(window)).flatMap(({ files }) => files.map(({ watermark }) => watermark));
    expect(stored.sort()).toEqual(Object.values(sounds).map(sha256).sort());
    expect(strays(dataFolder)).toEqual([]);
    expect((await window.put(body.url, { import: { status: 'running' } })).status).toBe(409);
  });

  test('a paused import can be cancelled, and otherwise continues at the next start', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const started = await startService({ dataFolder });
    const window = await windowOf(started);
    const bring = async (name: string) => {
      const source = started.choose(name, [folderWith({ [`${name}.wav`]: large() })]);
      const { body } = await window.post('/api/v2/imports.json', { import: { source } });
      return (await until(window, body.url, ({ status }) => status === 'paused')).import_id;
    };
    const ballast = fillTo(dataFolder, 25 * mb);
    const unwanted = await bring('unwanted');
    const wanted = await bring('wanted');

    const { body } = await window.delete(`/api/v2/imports/${unwanted}.json`);
    await started.service.close();
    rmSync(ballast);
    const { admin } = await startService({ dataFolder });
    const done = await until(admin, `/api/v2/imports/${wanted}.json`, ({ status }) => status === 'done');

    expect(body.import.status).toBe('cancelled');
    expect(done).toMatchObject({ imported: 1 });
    expect((await importOf(admin, unwanted)).status).toBe('cancelled');
  });

  test('an import that is cancelled while it is being paused stays cancelled', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const [held, go] = [join(dataFolder, 'held'), join(dataFolder, 'go')];
    const started = await startService({
      dataFolder,
      threadsFolder: threadsWith('writer', heldAt('imports.pause', held, go)),
    });
    const window = await windowOf(started);
    fillTo(dataFolder, 25 * mb);
    const source = started.choose('Chosen', [folderWith({ 'a.wav': large() })]);
    const { body } = await window.post('/api/v2/imports.json', { import: { source } });
    await until(window, body.url, () => existsSync(held));

    const cancelled = window.delete(body.url);
    // This is answered after the cancellation has reached the import.
    await window.get(body.url);
    writeFileSync(go, '');

    expect((await cancelled).body.import.status).toBe('cancelled');
    expect((await window.put(body.url, { import: { status: 'running' } })).status).toBe(409);
  });

  test('an import can be resumed as soon as it is shown as paused', async () => {
    const dataFolder = mounted('-t', 'tmpfs', '-o', 'size=96m', 'tmpfs');
    const go = join(dataFolder, 'go');
    const started = await startService({ dataFolder, threadsFolder: threadsWith('writer', lateAnswerToPause(go)) });
    const window = await windowOf(started);
    fillTo(dataFolder, 40 * mb);
    const sounds = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.wav`, large()]));
    const source = started.choose('Chosen', [folderWith(sounds)]);
    const { body } = await window.post('/api/v2/imports.json', { import: { source } });
    await until(window, body.url, ({ status }) => status === 'paused');

    const resumed = window.put(body.url, { import: { status: 'running' } });
    // This is answered after the request has reached the import.
    await window.get(body.url);
    writeFileSync(go, '');

    expect((await resumed).status).toBe(200);
    await until(window, body.url, ({ imported }) => imported > 0);
  });
});

/** The writer stores that an import is paused at once, but only answers when `go` exists. */
const lateAnswerToPause = (go: string) => `
  const { existsSync } = require('node:fs');
  const { parentPort } = require('node:worker_threads');
  const [on, post] = [parentPort.on.bind(parentPort), parentPort.postMessage.bind(parentPort)];
  const pauses = new Set();
  parentPort.on = (event, listener) => on(event, (ask) => {
    if (ask.name === 'imports.pause') pauses.add(ask.id);
    return listener(ask);
  });
  parentPort.postMessage = async (answer) => {
    while (pauses.has(answer.id) && !existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setImmediate(resolve));
    post(answer);
  };
`;
