import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSource, lively } from '../../electron/service/audio/byte-source';
import { probe } from '../../electron/service/audio/probe';
import { memorySource } from '../support/memory-source';
import { pattern, refusalOf } from './given-container';

const folder = mkdtempSync(join(tmpdir(), 'earshot-'));
const path = join(folder, 'call.wav');
writeFileSync(path, pattern(10_000));
/** A silent frame of MPEG 1 layer 3, 128 kbit/s, 44.1 kHz. */
const oneFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);

test.each([
  ['a file', () => fileSource(path)],
  ['memory', async () => memorySource(pattern(10_000))],
])('%s returns the requested bytes, and fewer only at its end', async (_, open) => {
  const source = await open();

  expect(source.size).toBe(10_000);
  expect(await source.read(0, 4)).toEqual(pattern(4));
  expect(await source.read(9990, 100)).toEqual(pattern(10_000).subarray(9990));
  expect(await source.read(10_000, 10)).toHaveLength(0);
  expect(await source.read(99_999, 10)).toHaveLength(0);
  await source.close();
});

test('a request longer than the source does not allocate its length', async () => {
  const source = await fileSource(path);

  expect(await source.read(0, 2 ** 40)).toHaveLength(10_000);
  await source.close();
});

test('a file that was cut after opening returns the remaining bytes', async () => {
  const cut = join(folder, 'cut.wav');
  writeFileSync(cut, pattern(10_000));
  const source = await fileSource(cut);
  truncateSync(cut, 100);

  expect(source.size).toBe(10_000);
  expect(await source.read(0, 10_000)).toHaveLength(100);
  await source.close();
});

test.each([
  ['in the zeros before its sound', Buffer.alloc(3 * 2 ** 20)],
  ['between its frames', Buffer.concat([oneFrame, oneFrame, oneFrame, oneFrame, Buffer.alloc(3 * 2 ** 20, 1)])],
])('an MP3 that is cut while it is probed, %s, is refused and not read for ever', async (name, bytes) => {
  const cut = join(folder, `${name}.mp3`);
  writeFileSync(cut, Buffer.concat([bytes, ...Array.from({ length: 8 }, () => oneFrame)]));
  const opened = await fileSource(cut);
  let reads = 0;
  const source = lively(opened, () => {
    reads += 1;
    if (reads === 4) truncateSync(cut, 100);
    if (reads === 1000) throw new Error('It reads for ever.');
  });

  expect(await refusalOf(probe(source))).toBe('InvalidRecord file_changed');
  await source.close();
});

test.skipIf(process.platform === 'win32')('links, folders, pipes and devices are refused at once', async () => {
  const made = (name: string, make: (path: string) => void) => {
    make(join(folder, name));
    return join(folder, name);
  };
  const refused = [
    made('link', (link) => symlinkSync(path, link)),
    made('dangling', (link) => symlinkSync('/nowhere', link)),
    made('folder', (name) => mkdirSync(name)),
    made('pipe', (name) => execFileSync('mkfifo', [name])),
    '/dev/null',
    `${path}\0.wav`,
    join(folder, 'x'.repeat(300)),
  ];

  for (const one of refused) expect(await refusalOf(fileSource(one)), one).toMatch(/^InvalidRecord /);
});

test('a missing file gives NotFound', async () => {
  expect(await refusalOf(fileSource(join(folder, 'none.wav')))).toBe('NotFound file_gone');
});
