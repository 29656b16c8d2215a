import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithThis, ownGroup } from './own-group.mjs';

/**
 * Starts a virtual display and returns its name for `DISPLAY`, and `close`. Xvfb itself and not xvfb-run: that script
 * does not pass signals on, and ended by one it leaves both the display and the program behind.
 */
export async function openDisplay() {
  const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  // With -displayfd Xvfb looks for a free number itself and writes it, as a line, once it takes connections.
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    ...ownGroup,
  });
  endWithThis(server);
  const numbers = /** @type {import('node:stream').Readable} */ (server.stdio[3]);
  const [number] = await Promise.race([
    once(createInterface({ input: numbers }), 'line'),
    once(server, 'exit').then(() => {
      throw new Error('Xvfb ended before it was ready');
    }),
  ]);
  server.unref();
  const close = () => server.kill();
  process.once('exit', close);
  return { name: `:${number}`, close };
}
