import { spawn } from 'node:child_process';

/** Options of `spawn` that detach a program from the terminal. On Windows they would open a console for it. */
export const ownGroup = { detached: process.platform !== 'win32' };

/**
 * Ends a program when this process ends, even by kill -9: a shell waits for the end of a pipe that only this process holds.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithThis(child) {
  if (!child.pid || !ownGroup.detached) return;
  const command = `read -r _; kill -TERM ${child.pid}`;
  const guard = spawn('/bin/sh', ['-c', command], { ...ownGroup, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
