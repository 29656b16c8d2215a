import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runJob, runOrStop, say } from './command.mjs';
import { inModules, inRoot, root } from './place.mjs';

const common = ['shared', 'resources', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** The parts of the program, with their inputs and one output file. */
const parts = [
  { mode: 'node', inputs: ['electron', ...common], result: 'main.cjs' },
  { mode: 'preload', inputs: [join('electron', 'preload'), ...common], result: 'preload.cjs' },
  { mode: 'renderer', inputs: ['renderer', join('scripts', 'setup', 'notices.mjs'), ...common], result: 'index.html' },
];

/** Whether build/ is up to date with the sources. */
export const ready = (job) => stale(job).length === 0;

/** Builds the parts whose sources changed. */
export async function make(job) {
  const due = stale(job);
  say(`build: ${due.map(({ mode }) => mode).join(', ')}`);
  await Promise.all(due.map(build));
}

const stale = ({ window }) =>
  parts
    .filter(({ mode }) => window || mode === 'node')
    .filter((part) => !existsSync(inRoot('build', part.mode, part.result)) || stamped(part) !== fingerprint(part));

async function build(part) {
  // Computed before the build, so that a file changed during it makes the next run build again.
  const stamp = fingerprint(part);
  await rm(stampOf(part), { force: true });
  const vite = inModules('vite', 'bin', 'vite.js');
  const command = `npx vite build --mode ${part.mode}`;
  const args = [vite, 'build', '--mode', part.mode, '--logLevel', 'warn'];
  await runOrStop(`the build of ${part.mode} failed`, command, process.execPath, args, { cwd: root });
  await mkdir(inRoot('build'), { recursive: true });
  await writeFile(stampOf(part), stamp);
}

const stampOf = ({ mode }) => inRoot('build', `${mode}.stamp`);
const stamped = (part) => (existsSync(stampOf(part)) ? readFileSync(stampOf(part), 'utf8') : '');

/** A hash of names and contents. Not of times, which change when a branch is checked out or switched. */
function fingerprint({ inputs }) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesIn(inRoot(input)))) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

// `npm run build`.
if (process.argv[1] === import.meta.filename) {
  await runJob(async () => {
    const whole = { window: true };
    if (ready(whole)) say('build: up to date');
    else await make(whole);
  });
}
