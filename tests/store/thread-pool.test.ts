import { readdirSync, writeFileSync } from 'node:fs';
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

/** The pool is closed when the test ends. */
function poolOf(script: string): ThreadPool {
  const pool = openPool(script);
  onTestFinished(() => pool.close());
  return pool;
}
const fate = (work: Promise<unknown>) => work.catch((cause: Error) => cause.message);

test('a thread that dies during a job fails only that job, however often', async () => {
  const pool = poolOf(serving);
  const deaths = [];
  for (let n = 0; n < 8; n++) deaths.push(await fate(pool.run({ name: 'die', input: n })));
  expect(deaths).toEqual(Array(8).fill('died'));
  expect(await pool.run({ name: 'live', input: 'good' })).toBe('good');
});

test('a thread that cannot load is not restarted forever, and its error is reported', async () => {
  const pool = poolOf(`throw new Error('no such module')`);
  const fates = [];
  for (let n = 0; n < 8; n++) fates.push(await fate(pool.run({ name: 'live', input: n })));
  expect(new Set(fates)).toEqual(new Set(['no such module']));
});

test('closing the pool finishes a started job and refuses a waiting one', async () => {
  const pool = openPool(serving);
  const [begun, waiting] = [
    fate(pool.run({ name: 'live', input: 'good' })),
    fate(pool.run({ name: 'live', input: '' })),
  ];

  await pool.close();

  expect([await begun, await waiting]).toEqual(['good', 'The store was closed.']);
});

test('closing a pool twice is allowed', async () => {
  const pool = openPool(serving);
  await pool.run({ name: 'live', input: '' });

  const closed = await Promise.all([pool.close(), pool.close().then(() => pool.close())]);

  expect(closed).toHaveLength(2);
});

test('threads start on demand, never more than there are jobs', async () => {
  const folder = temporaryFolder();
  const entry = join(folder, 'thread.cjs');
  const counting = `require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/' + require('node:worker_threads').threadId + '.started', '');`;
  writeFileSync(entry, `${counting}\n${serving}`);
  const started = () => readdirSync(folder).filter((name) => name.endsWith('.started')).length;
  const pool = new ThreadPool(entry, 3, {});
  onTestFinished(() => pool.close());

  const before = started();
  await pool.run({ name: 'live', input: '' });
  await pool.run({ name: 'live', input: '' });
  const one = started();
  await Promise.all([1, 2, 3, 4].map((input) => pool.run({ name: 'live', input })));

  expect([before, one, started()]).toEqual([0, 1, 3]);
});
