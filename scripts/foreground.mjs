import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in place of this one: same terminal, signals passed on. Returns its exit status, 128 + n when
 * signal n ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdin?: 'inherit' | 'ignore' }} [options]
 * @returns {Promise<number>}
 */
export function foreground(command, args, { env = process.env, stdin = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: [stdin, 'inherit', 'inherit'] });
    const forget = forwardSignals((signal) => child.kill(signal));
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

function forwardSignals(forward) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  // npm signals the shell it started, and that may end without a word to us: its end is taken for the signal.
  const parent = process.ppid;
  const watch = setInterval(
    () => process.env.npm_lifecycle_event && process.ppid !== parent && forward('SIGTERM'),
    500,
  );
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, forward);
  };
}
