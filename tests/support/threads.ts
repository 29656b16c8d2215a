import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { plainHost } from './host';
import { temporaryFolder } from './start-service';

/**
 * Thread entries of which one runs `before` ahead of its own code, to simulate a slow or failing drive, parser or
 * writer. The others are those `from` a folder.
 */
export function threadsWith(
  entry: 'job' | 'reader' | 'writer',
  before: string,
  from = plainHost.threadsFolder,
): string {
  const folder = temporaryFolder();
  for (const name of readdirSync(from).filter((one) => one.endsWith('.cjs'))) {
    const real = `require(${JSON.stringify(join(from, name))});`;
    writeFileSync(join(folder, name), basename(name, '.cjs') === entry ? `${before}\n${real}` : real);
  }
  return folder;
}

/**
 * Runs `before` ahead of a thread's answer to the query or task with this name. By returning true, it replaces the
 * answer.
 */
const beforeQuery = (name: string, before: string) => `
  const { existsSync, writeFileSync } = require('node:fs');
  const { parentPort } = require('node:worker_threads');
  const on = parentPort.on.bind(parentPort);
  const before = ${before};
  parentPort.on = (event, listener) => on(event, async (ask) => {
    if (ask.name === ${JSON.stringify(name)} && (await before(ask))) return;
    return listener(ask);
  });
`;

/** Ends the writer's thread, once, after it has committed this change and before it answers. */
export const diesAfter = (name: string, died: string): string =>
  beforeQuery(
    name,
    `() => {
      if (existsSync(${JSON.stringify(died)})) return;
      writeFileSync(${JSON.stringify(died)}, '');
      parentPort.postMessage = () => {
        setImmediate(() => {
          throw new Error('The writer has died.');
        });
      };
    }`,
  );

/** When the writer gets this query, it creates the file `held` and waits for the file `go`. */
export const heldAt = (name: string, held: string, go: string): string =>
  beforeQuery(
    name,
    `async () => {
      writeFileSync(${JSON.stringify(held)}, '');
      while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setImmediate(resolve));
    }`,
  );

/** The same in a job thread or reader, for the first task or query with this name, and with this text in its input. */
export const firstHeldAt = (name: string, held: string, go: string, of = ''): string =>
  heldWhile(name, held, of, `!existsSync(${JSON.stringify(go)})`);

/** The same until the task or query is cancelled, which it notices at its next step. */
export const heldUntilCancelled = (name: string, held: string, of = ''): string =>
  heldWhile(name, held, of, "Atomics.load(require('node:worker_threads').workerData.cancel, 0) === 0");

const heldWhile = (name: string, held: string, of: string, condition: string): string =>
  beforeQuery(
    name,
    `async ({ input }) => {
      if (existsSync(${JSON.stringify(held)}) || !JSON.stringify(input ?? null).includes(${JSON.stringify(of)})) return;
      writeFileSync(${JSON.stringify(held)}, '');
      while (${condition}) await new Promise((resolve) => setImmediate(resolve));
    }`,
  );

/** Simulates a full disk for this query with such an input, this many times. */
export const noRoomFor = (name: string, times: number, input: Record<string, unknown> = {}): string =>
  beforeQuery(
    name,
    `((left) => ({ id, input: { input } }) => {
      if (!Object.entries(${JSON.stringify(input)}).every(([key, value]) => input[key] === value) || left-- <= 0) return;
      const refusal = { code: 'InsufficientStorage', reason: { code: 'disk_full', values: {} }, details: {} };
      parentPort.postMessage({ id, refusal });
      return true;
    })(${times})`,
  );

/** Simulates a full disk for this query until the file `go` exists. */
export const noRoomUntil = (name: string, go: string): string =>
  beforeQuery(
    name,
    `({ id }) => {
      if (existsSync(${JSON.stringify(go)})) return;
      parentPort.postMessage({ id, refusal: { code: 'InsufficientStorage', reason: { code: 'disk_full', values: {} }, details: {} } });
      return true;
    }`,
  );
