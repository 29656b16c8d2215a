import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasDisplay, headlessSwitches } from '../cli/headless';

/** The entry of the program: a command, or the window. */
const isHeadless = headlessSwitches.every((one, place) => process.argv[1 + place] === one);
const words = process.argv.slice(1 + (isHeadless ? headlessSwitches.length : 0));
/** A command, also one that does not exist, is a word. Files and links, which open the window, are not. */
const isCommand = isHeadless || /^(--help|-h|--version|[a-z]+(-[a-z]+)*)$/.test(words[0] ?? '');

// In a clone, the first argument is the folder of the program, and scripts/cli.mjs runs commands in Node.
if (process.defaultApp) require(join(__dirname, 'start.cjs'));
else if (words.includes('--no-sandbox')) {
  refuse(
    'Earshot does not run without the sandbox of Chromium. Allow user namespaces on this system, or install the Debian or RPM package, which brings what the sandbox needs.',
  );
} else if (isCommand && isHeadless) {
  const program = join(__dirname, 'cli.cjs');
  process.argv.splice(1, headlessSwitches.length, program);
  takeSignals();
  require(program);
} else if (isCommand) startAgain([...headlessSwitches, ...words]);
else if (!hasDisplay())
  refuse('There is no display for the window of Earshot. Commands need none: earshot --help lists them.');
else require(join(__dirname, 'start.cjs'));

/**
 * A command must not need a display, and Chromium looks for one before a switch that a script appends would count. So the
 * program starts once more with switches of its own, before anything waits: in this process where Node can replace it.
 */
function startAgain(args: string[]): void {
  const { execPath, env } = process;
  const replaceProcess: unknown = Reflect.get(process, 'execve');
  if (typeof replaceProcess === 'function') replaceProcess.call(process, execPath, [execPath, ...args], env);
  const { status, error } = spawnSync(execPath, args, { stdio: 'inherit' });
  if (error) process.stderr.write(`${error.message}\n`);
  process.exit(status ?? 1);
}

/**
 * Chromium takes the signals over when it is ready, and would only ask the program to quit. From then on they are those of the
 * command again, or end one that does not listen. Node sets its handler with the first listener.
 */
function takeSignals(): void {
  const { app } = require('electron') as typeof import('electron');
  void app.whenReady().then(() => {
    for (const [signal, code] of [['SIGHUP', 129] as const, ['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
      const known = process.listeners(signal);
      process.removeAllListeners(signal);
      process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(code));
      for (const listener of known) process.on(signal, listener);
    }
  });
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
