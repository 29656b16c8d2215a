import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeBytes } from '../../electron/service/disk';
import type { ImportOptions } from '../../electron/service/resources/sources/imports/options';
import { WaitingImports } from '../../electron/service/resources/sources/imports/waiting';
import { stoppedClock } from '../support/host';
import { holdingImport, until, windowOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';
import { noRoomFor, threadsWith } from '../support/threads';

const minute = 60_000;
const always = () => true;
const some = (): ImportOptions => ({
  import_id: randomUUID(),
  tenant_id: '',
  user_id: null,
  name: '',
  paths: [],
  timezone: 'UTC',
  mapping: {},
  create_missing: false,
  metadata_only: false,
});

test.each([
  [0, 2_000],
  [1, 4_000],
  [5, 64_000],
  [40, 10 * minute],
])('after %i failed tries an import is retried after %i ms', (tries, delayMs) => {
  const waiting = new WaitingImports();
  const options = some();
  waiting.add({ options, needed_bytes: 1, tries }, 1_000);

  const early = waiting.takeNext(1_000 + delayMs - 1, always);
  const then = waiting.takeNext(1_000 + delayMs, always);

  expect([early, then?.options, waiting.isEmpty]).toEqual([undefined, options, true]);
});

test('the import that has waited longest continues, among those that fit', () => {
  const waiting = new WaitingImports();
  const [large, small, later] = [some(), some(), some()];
  waiting.add({ options: large, needed_bytes: 100, tries: 0 }, 0);
  waiting.add({ options: small, needed_bytes: 10, tries: 0 }, 0);
  waiting.add({ options: later, needed_bytes: 10, tries: 0 }, 0);

  const next = waiting.takeNext(minute, (needed_bytes) => needed_bytes <= 10);

  expect(next?.options).toBe(small);
});

test('an import that is cancelled while its end cannot be stored ends as cancelled and does not run again', async () => {
  const { threadsFolder, letGo } = holdingImport();
  const started = await startService({
    threadsFolder: threadsWith('writer', noRoomFor('imports.finish', 2, { status: 'cancelled' }), threadsFolder),
  });
  const window = await windowOf(started);
  const bring = async () => {
    const source = started.choose('Chosen', [folderWith({ 'one.wav': {} })]);
    return (await window.post('/api/v2/imports.json', { import: { source } })).body.url as string;
  };
  await bring();
  const unwanted = await bring();

  const { body } = await window.delete(unwanted);
  letGo();
  const ended = await until(window, unwanted, ({ finished_at }) => finished_at !== null);

  expect(body.import).toMatchObject({ status: 'paused', reason: 'DISK_FULL' });
  expect(ended).toMatchObject({ status: 'cancelled', imported: 0 });
});

test('an import that waits for space goes on after its delay, even if the clock stands still', async () => {
  const started = await startService({
    ...stoppedClock,
    elapsed: () => performance.now(),
    threadsFolder: threadsWith('writer', noRoomFor('imports.finish', 2)),
  });
  const window = await windowOf(started);
  const source = started.choose('Chosen', [folderWith({ 'one.wav': {} })]);

  const { url } = (await window.post('/api/v2/imports.json', { import: { source } })).body;
  const ended = await until(window, url, ({ finished_at }) => finished_at !== null);

  expect(ended).toMatchObject({ status: 'done', imported: 1 });
});

test('a disk that cannot be reached has no free space, without a further error', () => {
  expect(freeBytes(join(temporaryFolder(), 'gone'))).toBe(0);
});
