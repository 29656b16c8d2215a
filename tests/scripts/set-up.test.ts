import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/start-service';

/** A clone without installed packages. */
function bareClone(): string {
  const clone = temporaryFolder();
  cpSync(resolve('scripts'), join(clone, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(resolve(name), join(clone, name));
  return clone;
}

test('without packages, the checks say which command to run', () => {
  const script = join(bareClone(), 'scripts', 'test', 'checks.mjs');

  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });

  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The packages are not installed yet. Run:\n  npm ci\n',
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a set-up that is ended by %s leaves no lock behind',
  async (signal) => {
    const [clone, cache, programs] = [bareClone(), temporaryFolder(), temporaryFolder()];
    const begun = join(programs, 'begun');
    // An `npm ci` that runs until its process group gets a signal.
    writeFileSync(join(programs, 'npm'), `#!/bin/sh\ntouch '${begun}'\nexec sleep 600\n`, { mode: 0o755 });
    mkdirSync(join(cache, 'earshot'));
    const env = { ...process.env, XDG_CACHE_HOME: cache, PATH: `${programs}${delimiter}${process.env.PATH}` };
    const child = spawn(process.execPath, [join(clone, 'scripts', 'start.mjs')], {
      env,
      stdio: 'ignore',
      detached: true,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const group = -(child.pid as number);
    while (!existsSync(begun)) await pause(1);
    const lock = join(cache, 'earshot', 'set-up.lock');
    expect(existsSync(lock)).toBe(true);

    process.kill(group, signal);
    await once(child, 'exit');

    expect(existsSync(lock)).toBe(false);
  },
);
