import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLines } from '../../electron/main/log';
import { LogFile, logNames } from '../../electron/main/log-file';
import { temporaryFolder } from '../support/start-service';

const mebibyte = 'x'.repeat(1024 * 1024 - 1);

test('the log is in lines of JSON that only its user can read', () => {
  const folder = join(temporaryFolder(), 'state', 'log');
  const log = jsonLines(new LogFile(folder));

  log({ operation: 'get /api/v2/calls.json', code: 'ENOSPC' }, 'request failed');

  const path = join(folder, 'earshot.log');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ msg: 'request failed', code: 'ENOSPC' });
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('five files of at most 5 MiB are kept, the newest first, also by another start', () => {
  const folder = temporaryFolder();
  const write = (from: number, to: number) => {
    const file = new LogFile(folder);
    for (let n = from; n < to; n += 1) file.write(`${n}${mebibyte.slice(String(n).length)}\n`);
  };

  write(0, 18);
  write(18, 31);

  const firsts = logNames.map((name) => Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10));
  expect(firsts).toEqual([30, 25, 20, 15, 10]);
  expect(logNames.every((name) => statSync(join(folder, name)).size <= 5 * 1024 ** 2)).toBe(true);
});

test('nothing fails when the log cannot be written, and it goes on once it can', () => {
  const place = join(temporaryFolder(), 'log');
  writeFileSync(place, 'a file in place of the folder');
  const file = new LogFile(place);

  file.write('lost\n');
  rmSync(place);
  file.write('kept\n');

  expect(readFileSync(join(place, 'earshot.log'), 'utf8')).toBe('kept\n');
});
