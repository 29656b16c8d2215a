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

type Limits = ConstructorParameters<typeof ThreadPool>[3];

function openPool(script: string, limits?: Limits): ThreadPool {
  const entry = join(temporaryFolder(), 'thread.cjs');
  writeFileSync(entry, script);
  return new ThreadPool(entry, 1, {}, limits);
}

/** The pool is closed when the test ends. */
function poolOf(script: string, limits?: Limits): ThreadPool {
  const pool = openPool(script, limits);
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

test('a job that cannot be sent is rejected, and its thread takes the next one', async () => {
  const pool = poolOf(serving);
  const first = pool.run({ name: 'live', input: 'good' });
  const unsent = [pool.run({ name: 'live', input: () => 0 }), pool.run({ name: 'live', input: () => 0 })];
  const last = pool.run({ name: 'live', input: 'as well' });

  expect(await Promise.all(unsent.map(fate))).toEqual(
    Array(2).fill(expect.stringMatching(/^live: DataCloneError: .* could not be cloned/)),
  );
  expect([await first, await last]).toEqual(['good', 'as well']);
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

  expect([await begun, await waiting]).toEqual(['good', 'The threads were closed.']);
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

/** A thread that answers each job with the jobs it has begun; `hold` only once a file exists. */
function holding() {
  const go = join(temporaryFolder(), 'go');
  const script = `
    const { existsSync } = require('node:fs');
    const { parentPort } = require('node:worker_threads');
    const [begun, pause] = [[], new Int32Array(new SharedArrayBuffer(4))];
    parentPort.on('message', (ask) => {
      if (ask === 'leave') return parentPort.close();
      begun.push(ask.input);
      while (ask.name === 'hold' && !existsSync(${JSON.stringify(go)})) Atomics.wait(pause, 0, 0, 5);
      parentPort.postMessage({ id: ask.id, value: begun });
    });
    parentPort.postMessage({ ready: true });`;
  return { script, release: () => writeFileSync(go, '') };
}

test('a job has its whole time once a thread runs it, however long it waited', async () => {
  const { script, release } = holding();
  const pool = poolOf(script, { run: { ms: 5000, late: () => new Error('late') } });
  const held = fate(pool.run({ name: 'hold', input: 'first' }));
  const waiting = fate(pool.run({ name: 'live', input: 'second' }));

  const fates = [await held];
  release();
  fates.push(await waiting);

  expect(fates).toEqual(['late', ['first', 'second']]);
});

test('a job that waits too long for a thread is refused as busy, and never runs', async () => {
  const { script, release } = holding();
  const pool = poolOf(script, { waitMs: 200 });
  const held = pool.run({ name: 'hold', input: 'first' });

  const refused = await pool.run({ name: 'live', input: 'second' }).catch((cause) => cause);
  release();

  expect(refused).toMatchObject({ code: 'TooManyRequests', reason: { code: 'busy' } });
  expect([await held, await pool.run({ name: 'live', input: 'third' })]).toEqual([['first'], ['first', 'third']]);
});
