import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { jsonLines, sentences } from '../../electron/main/log';
import { faultOf, type LogEntry } from '../../electron/service/log';
import { invalid } from '../../electron/service/refusal';
import { recording } from '../support/given';
import { importOf } from '../support/imports';
import { folderWith } from '../support/sounds';
import { startService, temporaryFolder } from '../support/start-service';

/** A log as the program writes it, and its lines. */
function written() {
  const lines: string[] = [];
  return { log: jsonLines({ write: (line) => void lines.push(line) }), lines };
}

test('a file that fails unexpectedly is logged with the id of its import, not with its name', async () => {
  const { log, lines } = written();
  const { dataFolder, given } = await startService({ log });
  const folder = temporaryFolder();
  copyFileSync(recording('question.mp3'), join(folder, '+49 30 5550101 Ada.mp3'));
  rmSync(join(dataFolder, 'audio'), { recursive: true });
  writeFileSync(join(dataFolder, 'audio'), 'A file where the archive should be.');

  const import_id = await given.imported([folder]);

  expect(lines.join()).not.toMatch(/5550101|Ada|\.mp3/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ import_id, msg: 'file not imported' }]);
});

test('an import that fails as a whole does not log its folder', async () => {
  const { log, lines } = written();
  const { given } = await startService({ log });

  given.database((db) =>
    db.exec(
      `CREATE TRIGGER fails BEFORE UPDATE OF total ON imports BEGIN SELECT RAISE(ABORT, 'no +49 30 5550101'); END`,
    ),
  );

  const import_id = await given.imported([join(folderWith({ '+49 30 5550101/a.wav': {} }), '+49 30 5550101')]);

  expect(lines.join()).not.toMatch(/5550101/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ import_id, msg: 'import failed' }]);
});

test('an import that fails for a known reason is not logged', async () => {
  const { log, lines } = written();
  const { admin, given } = await startService({ log });

  const import_id = await given.imported([join(temporaryFolder(), 'nowhere')]);

  expect(await importOf(admin, import_id)).toMatchObject({ status: 'failed', reason: 'SOURCE_GONE' });
  expect(lines).toEqual([]);
});

const thrown = (message: string) => Object.assign(new Error(message), { code: 'ENOENT' });

test.each([
  ["ENOENT: no such file or directory, open '/calls/O'Brien +49 30 5550101.wav'"],
  ['ENOENT: no such file or directory, open /calls/5550101/Ada'],
  ["ENOENT: no such file or directory, open '/calls/of\nAda and 5550101'"],
  ['Path is a directory: rm returned EISDIR (is a directory) /calls/of Ada and 5550101/api.json'],
  ['imports.identify: Error: EACCES: permission denied\n    at open (node:fs:1:1)\nopen "C:\\calls\\5550101 Ada.wav"'],
  [`Unexpected token 'A', "Ada,5550101"... is not valid JSON`],
  ['The record of (030) 555-0101 does not fit'],
  ['Nobody answers on 5550101'],
])('a logged error contains no names or numbers from its message: %s', (message) => {
  const fault = faultOf(thrown(message));
  expect(JSON.stringify(fault)).not.toMatch(/Ada|O'Brien|5550101|555-0101/);
  expect(fault).toMatchObject({ code: 'ENOENT', stack: expect.stringMatching(/log\.test\.ts:\d+:\d+/) });
});

test.each([
  ['    at read (/home/ada/apps/earshot/resources/app.asar/build/node/window.cjs:1:2)', '    at read (window.cjs:1:2)'],
  ['    at read (C:\\Users\\Ada\\AppData\\Local\\Earshot\\window.cjs:1:2)', '    at read (window.cjs:1:2)'],
  ['    at file:///home/ada/earshot/scripts/cli.mjs:9:3', '    at cli.mjs:9:3'],
  ['    at async Promise.all (index 0)', '    at async Promise.all (index 0)'],
])('the stack of a logged error names no folder: %s', (line, shown) => {
  const fault = Object.assign(new Error('Gone'), { stack: `Error: Gone\n${line}` });
  expect(faultOf(fault).stack).toBe(`Error: Gone\n${shown}`);
});

test('only the code and reason of a refusal are logged', () => {
  const refusal = invalid({ category: reason('no_category', { name: 'Ada' }) }, reason('no_category', { name: 'Ada' }));
  expect(faultOf(refusal)).toEqual({ code: 'InvalidRecord', reason: 'no_category' });
});

test.each<[LogEntry, string, string]>([
  [{ code: 'ENOENT', stack: 'Error: …' }, 'no screen lock is heard', 'No screen lock is heard (ENOENT).\n'],
  [
    { import_id: 'one', stack: 'Error: disk I/O error\n    at read (a.ts:1:1)' },
    'import failed',
    'Import failed (disk I/O error).\n',
  ],
  [
    { request_id: 'two', operation: 'readCall', code: 'IntegrityError' },
    'request refused',
    'Request refused (readCall, IntegrityError).\n',
  ],
  [{}, 'the API is off', 'The API is off.\n'],
])('a terminal shows sentences: %j', (entry, message, sentence) => {
  const said: string[] = [];
  sentences({ write: (text) => said.push(text) })(entry, message);
  expect(said).toEqual([sentence]);
});

test('unknown fields of an entry are not logged', () => {
  const { log, lines } = written();
  const entry = { import_id: 'one', file: 'Ada.wav', call: { from_number: '5550101' }, password: 'secret' };

  log(entry as LogEntry, 'noted');

  expect(JSON.parse(lines[0] ?? '')).toEqual({ level: 40, time: expect.any(Number), import_id: 'one', msg: 'noted' });
});
