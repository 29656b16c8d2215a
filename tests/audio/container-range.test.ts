import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileSource } from '../../electron/service/audio/byte-source';
import { openContainer } from '../../electron/service/audio/container/reader';
import { memorySource } from '../support/memory-source';
import { collect, pattern, sealed, watched } from './given-container';

/** Lengths and positions near the edges of 4 KiB chunks. */
const nearEdge = (chunks: number) =>
  fc.tuple(fc.nat({ max: chunks }), fc.integer({ min: -3, max: 3 })).map(([n, off]) => Math.max(0, n * 4096 + off));
const place = fc.oneof(nearEdge(5), fc.nat({ max: 20_480 }));

test('any range of any length equals the plain slice', async () => {
  const property = fc.asyncProperty(place, place, place, async (length, a, b) => {
    const plain = pattern(length);
    const { bytes, dek } = sealed(plain);
    const container = await openContainer(memorySource(bytes), dek);
    const [first, last] = [Math.min(a, b), Math.max(a, b)];

    const read = await collect(container.read(first, last));

    return container.length === length && read.equals(plain.subarray(first, last + 1));
  });

  await fc.assert(property, { numRuns: 5000 });
});

test('a large file is read in steps of at most 1 MiB, and returned in pieces of one chunk', async () => {
  const plain = Buffer.alloc(9_000_000, 'Earshot');
  const { bytes, dek } = sealed(plain, { chunkLog2: 16 });
  const { source, seen } = watched(memorySource(bytes));
  const container = await openContainer(source, dek);
  const sizes: number[] = [];

  for await (const part of container.read(0, plain.length - 1)) sizes.push(part.length);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(plain.length);
  expect(Math.max(...sizes)).toBe(65_536);
  expect(seen.largest).toBeLessThanOrEqual(2 ** 20);
});

test('the next step is read while the caller has one, and a caller that stops early leaves nothing open', async () => {
  const plain = Buffer.alloc(3_500_000, 'Earshot');
  const { bytes, dek } = sealed(plain, { chunkLog2: 16 });
  const { source, seen } = watched(memorySource(bytes));
  const container = await openContainer(source, dek);
  const before = seen.reads;

  for await (const _ of container.read(0, plain.length - 1)) break;
  await container.close();

  expect([seen.reads - before, seen.closed]).toEqual([2, 1]);
});

test('readers of one container do not disturb each other', async () => {
  const plain = pattern(300_000);
  const { bytes, dek } = sealed(plain);
  const container = await openContainer(memorySource(bytes), dek);

  const reads = await Promise.all([0, 5000, 123_456].map((first) => collect(container.read(first, plain.length - 1))));

  expect(reads.map((read, i) => read.equals(plain.subarray([0, 5000, 123_456][i])))).toEqual([true, true, true]);
});

test('a container on disk is read, and closed with its file', async () => {
  const plain = pattern(100_000);
  const { bytes, dek } = sealed(plain, { chunkLog2: 16 });
  const path = join(mkdtempSync(join(tmpdir(), 'earshot-')), 'call.cra');
  writeFileSync(path, bytes);
  const { source, seen } = watched(await fileSource(path));

  const container = await openContainer(source, dek);
  const read = await collect(container.read(70_000, 70_009));
  await container.close();

  expect(read).toEqual(plain.subarray(70_000, 70_010));
  expect(seen.closed).toBe(1);
});
