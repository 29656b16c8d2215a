import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ThreadPool } from '../../electron/service/store/thread-pool';
import { temporaryFolder } from '../support/start-service';

const serving = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (ask) => {
    if (ask === 'leave') return parentPort.close();
    if (ask.name === 'die') throw new Error('died');
    parentPort.postMessage({ id: ask.id, value: ask.input });
  });
  parentPort.postMessage({ ready: true });`;

function openPool(script: string): ThreadPool {
  const entry = join(temporaryFolder(), 'thread.cjs');
  writeFileSync(entry, script);
  return new ThreadPool(entry, 1, {});
}

/** Closed when the test ends. */
function poolOf(script: string): ThreadPool {
  const pool = openPool(script);
  onTestFinished(() => pool.close());
  return pool;
}
const fate = (work: Promise<unknown>) => work.catch((cause: Error) => cause.message);

test('a thread that dies at a job costs that job, however often', async () => {
  const pool = poolOf(serving);
  const deaths = [];
  for (let n = 0; n < 8; n++) deaths.push(await fate(pool.run({ name: 'die', input: n })));
  expect(deaths).toEqual(Array(8).fill('died'));
  expect(await pool.run({ name: 'live', input: 'good' })).toBe('good');
});

test('a thread that cannot even load is given up, and says why', async () => {
  const pool = poolOf(`throw new Error('no such module')`);
  const fates = [];
  for (let n = 0; n < 8; n++) fates.push(await fate(pool.run({ name: 'live', input: n })));
  expect(new Set(fates)).toEqual(new Set(['no such module']));
});

test('a job that a thread has begun is answered when the pool is closed, one that waits is refused', async () => {
  const pool = openPool(serving);
  const [begun, waiting] = [
    fate(pool.run({ name: 'live', input: 'good' })),
    fate(pool.run({ name: 'live', input: '' })),
  ];

  await pool.close();

  expect([await begun, await waiting]).toEqual(['good', 'The store was closed.']);
});

test('a pool that is closed twice is closed', async () => {
  const pool = openPool(serving);
  await pool.run({ name: 'live', input: '' });

  const closed = await Promise.all([pool.close(), pool.close().then(() => pool.close())]);

  expect(closed).toHaveLength(2);
});
