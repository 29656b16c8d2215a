import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasProgram, Missing, run, runOrStop, say } from './command.mjs';
import { electronRuntime } from './electron.mjs';
import { installPrograms } from './libraries.mjs';
import { cache, inModules, platform, readJson } from './place.mjs';

/**
 * better-sqlite3 comes with a binary for Node-API 10, which crashes Node 20 and Electron 33 (Node-API 9). Both have the
 * required functions, but as experimental ones. A binary compiled with these flags works in Node and in Electron. The
 * number is NAPI_VERSION_EXPERIMENTAL, which node-api-headers, unlike Node's own headers, does not imply.
 */
const flags = '-UNAPI_VERSION -DNAPI_VERSION=2147483647 -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NO_WARNING';

const folder = () => inModules('better-sqlite3');
const compiled = () => join(folder(), 'build', 'Release', 'better_sqlite3.node');
const kept = () => join(cache, `better-sqlite3-${readJson(join(folder(), 'package.json')).version}-${platform}.node`);

/** Whether better-sqlite3 works in this Node and, if the job needs Electron, in Electron. */
export async function ready({ window, tests }) {
  const runtimes = [process.execPath, ...(window || tests ? [electronRuntime().path] : [])];
  return (await Promise.all(runtimes.map(worksIn))).every(Boolean);
}

/** Puts the cached binary in place. Compiles and caches one if there is none or it does not work. */
export async function make(job) {
  if (existsSync(kept())) {
    await place();
    if (await ready(job)) return;
  }
  await compile();
  await place();
  if (await ready(job)) return;
  throw new Missing('better-sqlite3 was compiled but does not load', 'Run with Node 22.14 or newer, or Node 20.19.');
}

async function worksIn(executable) {
  const args = [join(import.meta.dirname, 'probe-sqlite.cjs'), folder(), '--no-sandbox'];
  const { status } = await run(executable, args, { env: { ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: 20_000 });
  return status === 0;
}

/**
 * Copies under another name first, because a running program may have the old file open and must never see a partial
 * file.
 */
async function place() {
  await mkdir(dirname(compiled()), { recursive: true });
  await copyFile(kept(), `${compiled()}.new`);
  await rename(`${compiled()}.new`, compiled());
}

/** Compiles in a copy, so that an interrupted run leaves neither the package nor the cache incomplete. */
async function compile() {
  await requireCompiler();
  say('better-sqlite3: compiling, about two minutes');
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'making-sqlite-'));
  try {
    const copy = join(work, 'better-sqlite3');
    await cp(folder(), copy, { recursive: true, filter: (source) => source !== join(folder(), 'build') });
    await symlink(inModules(), join(work, 'node_modules'), 'junction');
    const nodedir = existsSync(join(nodePrefix, 'include', 'node', 'node_api.h')) ? nodePrefix : await headersIn(work);
    await runOrStop(
      'better-sqlite3 could not be compiled',
      'node -p process.versions   # not needed with Node 22.14 or newer',
      process.execPath,
      [inModules('node-gyp', 'bin', 'node-gyp.js'), 'rebuild', '--release', '--force_build=1', `--nodedir=${nodedir}`],
      { cwd: copy, env: { CXXFLAGS: flags, npm_config_jobs: 'max' } },
    );
    await rename(join(copy, 'build', 'Release', 'better_sqlite3.node'), kept());
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const nodePrefix = dirname(dirname(process.execPath));

/** The layout that node-gyp expects, made from npm's node-api-headers, for a Node without its own headers. */
async function headersIn(work) {
  const include = join(work, 'headers', 'include', 'node');
  await cp(inModules('node-api-headers', 'include'), include, { recursive: true });
  await writeFile(join(include, 'common.gypi'), "{ 'target_defaults': { 'default_configuration': 'Release' } }\n");
  return join(work, 'headers');
}

async function requireCompiler() {
  if (process.platform === 'win32') {
    throw new Missing('better-sqlite3 needs a newer Node here', 'winget install OpenJS.NodeJS.LTS');
  }
  const programs = { 'g++': ['g++'], make: ['make'], python3: ['python3'] };
  const absent = Object.keys(programs).filter((name) => !hasProgram(name));
  if (absent.length === 0) return;
  if (process.platform === 'darwin') throw new Missing(`missing: ${absent.join(', ')}`, 'xcode-select --install');
  await installPrograms(programs);
}
