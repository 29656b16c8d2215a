import { rmSync } from 'node:fs';
import { mkdir, open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as apiReference from './api-reference.mjs';
import * as build from './build.mjs';
import { say } from './command.mjs';
import * as electron from './electron.mjs';
import * as libraries from './libraries.mjs';
import * as nodeModules from './node-modules.mjs';
import { cache } from './place.mjs';
import * as sqlite from './sqlite.mjs';

/**
 * Makes everything that the job needs and that is missing; prints nothing when everything is there. A job sets
 * `window: false` when it needs no built window, and `tests: true` when it needs a keychain and a virtual display. With
 * neither, Electron and its system dependencies are skipped. `onPackages` is called once the packages are installed.
 */
export async function setUp({ window = true, tests = false, onPackages = () => {} } = {}) {
  const job = { window, tests };
  const withElectron = job.window || job.tests;
  let turn;
  const makeInOrder = async (steps) => {
    for (const step of steps) {
      if (await step.ready(job)) continue;
      turn ??= takeTurn();
      await turn;
      // The process that held the lock before may have made it.
      if (!(await step.ready(job))) await step.make(job);
    }
  };
  try {
    await makeInOrder([nodeModules]);
    onPackages();
    // Compiling SQLite keeps only one core busy, and for the longest time.
    const rows = [
      [...(withElectron ? [libraries, electron] : []), sqlite],
      [apiReference, build],
    ];
    for (const row of await Promise.allSettled(rows.map(makeInOrder))) {
      if (row.status === 'rejected') throw row.reason;
    }
  } finally {
    (await turn)?.();
  }
}

const lock = join(cache, 'set-up.lock');
const beatMs = 2_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Waits until no other process is setting up. A lock without a heartbeat was left by a killed run. */
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
  // Ctrl-C ends the process before it reaches its `finally`.
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
