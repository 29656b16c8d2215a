import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../support/folder-files';
import { callsOf, importOf, rowsOf, saidOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';
import { firstHeldAt, threadsWith } from '../support/threads';

/** Delays the first fsync of the thread. Opening any file gives access to the prototype with `sync`. */
const firstFsync = (wait: string) => `
  void require('node:fs/promises').open(__filename).then((file) => {
    const prototype = Object.getPrototypeOf(file);
    const { sync } = prototype;
    prototype.sync = async function () {
      prototype.sync = sync;
      ${wait}
      return sync.call(this);
    };
    return file.close();
  });
`;
const silenceMs = 2_000;

/** Waits until the thread has sent this many alive messages. It sends ten in the time that the watchdog allows. */
const untilSigns = (signs: number) => `
  const { parentPort } = require('node:worker_threads');
  const post = parentPort.postMessage.bind(parentPort);
  await new Promise((done) => {
    let given = 0;
    parentPort.postMessage = (message) => {
      post(message);
      if (message.alive && ++given === ${signs}) done();
    };
  });
`;

test("a recording whose fsync takes longer than the watchdog's limit for alive messages is imported", async () => {
  const threadsFolder = threadsWith('job', firstFsync(untilSigns(11)));
  const { admin, given } = await startService({ threadsFolder, jobLimits: { silenceMs, stuckMs: 60_000 } });

  const import_id = await given.imported([folderWith({ 'a.wav': {} })]);

  expect(await importOf(admin, import_id)).toMatchObject({ status: 'done', imported: 1, refused: 0 });
});

test.each([
  ['blocks its event loop forever', 'for (;;);', 60_000],
  ['waits forever', 'await new Promise(() => {});', 1_000],
])('a thread that %s while it stores a file is ended, and leaves nothing of the file', async (_what, wait, stuckMs) => {
  const { admin, given, dataFolder } = await startService({
    threadsFolder: threadsWith('job', firstFsync(wait)),
    jobLimits: { silenceMs, stuckMs },
  });

  const import_id = await given.imported([folderWith({ 'a.wav': {}, 'words.wav': 'words' })]);

  expect(
    (await rowsOf(admin, import_id)).map(({ file, outcome, reasons }) => [file, outcome, saidOf({ reasons })]),
  ).toEqual([
    ['a.wav', 'refused', 'too_slow'],
    ['words.wav', 'refused', 'audio_unknown'],
  ]);
  expect(filesBelow(join(dataFolder, 'audio'))).toEqual([]);
  expect(await callsOf(admin)).toEqual([]);
});

test('a recording on a drive that hangs is refused, without another look at the drive', async () => {
  const [folder, held] = [folderWith({ 'a.wav': {} }), join(temporaryFolder(), 'held')];
  const threadsFolder = threadsWith('job', firstHeldAt('imports.identify', held, join(folder, 'never')));
  const { admin, given } = await startService({ threadsFolder, jobLimits: { silenceMs, stuckMs: 60_000 } });

  const importing = given.imported([folder]);
  while (!existsSync(held)) await new Promise(setImmediate);
  rmSync(folder, { recursive: true });

  const import_id = await importing;
  expect(await importOf(admin, import_id)).toMatchObject({ status: 'done', refused: 1 });
  expect((await rowsOf(admin, import_id)).map(saidOf)).toEqual(['too_slow']);
});
