import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { administratorBy, program, withoutKeychain } from '../support/command-line';
import { below, dumped, nothing } from '../support/core-dumps';
import { temporaryFolder } from '../support/start-service';

vi.setConfig({ testTimeout: 180_000 });

test('a service that crashes leaves nothing of its memory, where the system lets every program write a core dump', async () => {
  const [folder, dumps] = [temporaryFolder(), temporaryFolder()];
  const password = 'walnut bicycle harbour at night';
  const env = { ...withoutKeychain(administratorBy(password)), EARSHOT_NODE: process.execPath, EARSHOT_CLI: program };
  const command = 'ulimit -c unlimited; exec "$EARSHOT_NODE" "$EARSHOT_CLI" serve --port 0 --data "$EARSHOT_FOLDER"';
  const child = spawn('sh', ['-c', command], { env: { ...env, EARSHOT_FOLDER: folder }, cwd: dumps });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url } = JSON.parse(String(await once(createInterface({ input: child.stdout }), 'line')));
  const authorization = `Basic ${Buffer.from(`ingrid:${password}`).toString('base64')}`;
  expect((await fetch(`${url}/api/v2/calls.json`, { headers: { authorization } })).status).toBe(200);
  const pids = [child.pid as number, ...below(child.pid as number)];

  // The limit is set by another program, which takes a moment.
  await expect.poll(() => pids.map(dumped)).toEqual(pids.map(() => nothing));
  child.kill('SIGABRT');
  const [, signal] = await once(child, 'exit');

  expect(signal).toBe('SIGABRT');
  const left = readdirSync(dumps).map((name) => readFileSync(join(dumps, name)));
  expect(left.filter((bytes) => bytes.includes(password) || bytes.includes('ingrid'))).toEqual([]);
});
