import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endWithThis, ownGroup } from './own-group.mjs';

const ending = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in the foreground: same terminal, signals passed on. Returns its exit status, or 128 + n when signal n
 * ended it.
 *
 * A terminal sends Ctrl-C to all processes of its foreground group. With `apart`, the program has its own group and only
 * gets the signal from here. Otherwise Chromium would lose its helper processes before it could close.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdin?: 'inherit' | 'ignore', apart?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function foreground(command, args, { env = process.env, stdin = 'inherit', apart = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: [stdin, 'inherit', 'inherit'], ...(apart && ownGroup) });
    const forget = passSignalsOn(child);
    if (apart) {
      stopTogether(child);
      endWithThis(child);
    }
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('exit', (status, signal) => {
      forget();
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignalsOn(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of ending) process.on(signal, forward);
  // npm signals the shell that it started, which may end without passing the signal on. The end of that shell counts as
  // a signal.
  const parent = process.ppid;
  const watch = setInterval(
    () => process.env.npm_lifecycle_event && process.ppid !== parent && forward('SIGTERM'),
    500,
  );
  return () => {
    clearInterval(watch);
    for (const signal of ending) process.off(signal, forward);
  };
}

/**
 * On Ctrl-Z, stops the program's group and then this process. Both continue together.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopTogether(child) {
  const { pid } = child;
  if (!pid || !ownGroup.detached) return;
  const stop = () => {
    process.kill(-pid, 'SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
  };
  const goOn = () => process.kill(-pid, 'SIGCONT');
  process.on('SIGTSTP', stop).on('SIGCONT', goOn);
  child.once('exit', () => process.off('SIGTSTP', stop).off('SIGCONT', goOn));
}
