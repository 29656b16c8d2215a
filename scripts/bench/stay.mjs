import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runOrStop } from '../setup/command.mjs';
import { electronRuntime } from '../setup/electron.mjs';
import { inRoot } from '../setup/place.mjs';
import { bundle, median } from './measure.mjs';

const commandRounds = 9;

/** A session bus with a desktop that shows icons beside the clock, without which a program keeps its window. */
export async function openDesktop() {
  const require = createRequire(import.meta.url);
  const { openBus } = require(await bundle(inRoot('tests', 'support', 'bus.ts')));
  const { openPanel } = require(await bundle(inRoot('tests', 'window', 'panel.ts')));
  const bus = await openBus();
  const panel = await openPanel(bus.address);
  return {
    address: bus.address,
    close() {
      panel.leave();
      bus.close();
    },
  };
}

/** Starts the program without a window. Returns the milliseconds until its API answers. */
export async function startHidden(data, flags, env) {
  const published = join(data, 'api.json');
  rmSync(published, { force: true });
  const begun = Date.now();
  const child = spawn(electronRuntime().path, [...flags, inRoot(), `--data-dir=${data}`, '--hidden'], {
    env,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  let isReady = false;
  while (!isReady && child.exitCode === null) {
    await pause(5);
    isReady = await answers(published);
  }
  const ms = Date.now() - begun;
  child.kill();
  await ended;
  if (!isReady) throw new Error(`The hidden program ended with ${child.exitCode}.`);
  return ms;
}

async function answers(published) {
  try {
    const { port } = JSON.parse(readFileSync(published, 'utf8'));
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** The user and group called nobody: Chromium refuses to start sandboxed as root, and the packaged program without it. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];

/**
 * Measures commands of the packaged program, without a display, against `--version` of the Electron in it: one that only
 * explains itself, and one that asks the program which has the archive open.
 */
export async function measureCommands() {
  await runOrStop('the program was not packaged', 'npm run package', process.execPath, [
    inRoot('scripts', 'package.mjs'),
  ]);
  const [folder = ''] = readdirSync(inRoot('release')).filter((name) => name.endsWith('-unpacked'));
  const program = inRoot('release', folder, 'earshot');
  const home = mkdtempSync(join(tmpdir(), 'earshot-bench-home-'));
  const password = join(home, 'password');
  writeFileSync(password, 'a password for the bench\n');
  if (isRoot) for (const path of [home, password]) chownSync(path, nobody, nobody);
  const data = join(home, 'data');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    EARSHOT_ADMIN_LOGIN: 'bench',
    EARSHOT_ADMIN_PASSWORD_FILE: password,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
  };
  const command = (path, ...args) => [...asNobody, path, ...args];
  /** @param {string[]} words */
  const timed = (words) => {
    const [first = '', ...others] = words;
    const begun = performance.now();
    const { status, stderr } = spawnSync(first, others, { cwd: home, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${others.join(' ')} ended with ${status}: ${stderr}`);
    return performance.now() - begun;
  };
  const [first, ...others] = command(program, 'serve', '--data', data, '--port', '0');
  const holder = spawn(first, others, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(holder, 'exit');
  try {
    await Promise.race([once(holder.stdout, 'data'), ended]);
    if (!existsSync(data)) throw new Error(`serve ended with ${holder.exitCode}`);
    // A copy, because the cache of another user cannot be read.
    const dist = join(home, 'electron');
    cpSync(electronRuntime().dist, dist, { recursive: true });
    const electron = command(join(dist, 'electron'), '--ozone-platform=headless', '--version');
    const all = { electron: [], help: [], door: [] };
    for (let round = -1; round < commandRounds; round += 1) {
      const times = {
        electron: timed(electron),
        help: timed(command(program, 'verify', '--help')),
        door: timed(command(program, 'verify', '--data', data)),
      };
      // The first round warms up the disk and does not count.
      if (round >= 0) for (const [name, ms] of Object.entries(times)) all[name].push(ms);
    }
    const baseline = median(all.electron);
    return [
      ['earshot verify --help to Electron --version', all.help],
      ['earshot verify through the command door, same', all.door],
    ].map(([name, times]) => {
      const ours = median(times);
      return { name, unit: 'ms', ours, baseline, ratio: ours / baseline, all: { ours: times, baseline: all.electron } };
    });
  } finally {
    holder.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}
