import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithThis, ownGroup } from './own-group.mjs';

/**
 * Starts a virtual display. Returns its name for `DISPLAY`, and `close`. Uses Xvfb directly, because xvfb-run does not
 * pass on signals, and when killed by one it leaves the display and the program running.
 */
export async function openDisplay() {
  const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  // Otherwise the server starts over when its last window closes, and refuses a program that opens one just then.
  screen.push('-noreset');
  // Nobody touches its keyboard, so after 15 minutes it would report the time without input that locks every window.
  screen.push('-extension', 'MIT-SCREEN-SAVER');
  // With -displayfd, Xvfb finds a free number and writes it as a line once it accepts connections.
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
