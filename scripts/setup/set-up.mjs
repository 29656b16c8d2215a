import { rmSync } from 'node:fs';
import { mkdir, open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as build from './build.mjs';
import { say } from './command.mjs';
import * as electron from './electron.mjs';
import * as libraries from './libraries.mjs';
import * as nodeModules from './node-modules.mjs';
import { cache } from './place.mjs';
import * as sqlite from './sqlite.mjs';

/**
 * Makes what the job needs and is not there yet, in this order; silent when nothing is to do. A job says
 * `window: false` when it needs no window built, `tests: true` when it needs a keychain and a virtual display. Electron
 * and what it takes from the system are left out when it says neither window nor tests.
 */
export async function setUp({ window = true, tests = false } = {}) {
  const job = { window, tests };
  const withElectron = job.window || job.tests;
  const steps = [nodeModules, ...(withElectron ? [libraries, electron] : []), sqlite, build];
  let release;
  try {
    for (const step of steps) {
      if (await step.ready(job)) continue;
      release ??= await takeTurn();
      // Whoever had the turn before may have made just this.
      if (!(await step.ready(job))) await step.make(job);
    }
  } finally {
    release?.();
  }
}

const lock = join(cache, 'set-up.lock');
const beatMs = 2_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Waits until no other process sets up. A lock without a heartbeat was left by a run that was killed. */
async function takeTurn() {
  await mkdir(cache, { recursive: true });
  for (let waited = false; !(await tryLock()); waited = true) {
    if (!waited) say('waiting for another set-up to finish');
    const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > 10 * beatMs) rmSync(lock, { force: true });
    await delay(500);
  }
  const beat = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), beatMs);
  const release = () => {
    clearInterval(beat);
    for (const signal of signals) process.off(signal, end);
    rmSync(lock, { force: true });
  };
  // Ctrl-C ends the process before it comes to its `finally`.
  const end = (signal) => {
    release();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  return release;
}

async function tryLock() {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
