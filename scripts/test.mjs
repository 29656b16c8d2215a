import { existsSync } from 'node:fs';
import { checkConformance } from './check-conformance.mjs';
import { run, runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { inRoot, root } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';
import { runChecks } from './test/checks.mjs';
import { runPlaywright, runVitest } from './test/runners.mjs';
import { testSeed } from './test/seed.mjs';
import { openSurroundings, windowsAtOnce } from './test/surroundings.mjs';

/**
 * `npm test`: runs the static checks, vitest and Playwright, and prints the total of passed and failed tests as the
 * last line. `npm test -- <filter> …` only runs the test files whose name contains a filter: Playwright runs those with
 * `window` or `.spec`, vitest all others. `npm test -- --changed [commit]` runs what the changes since that commit can break;
 * without it, those that are not committed yet.
 */
const args = process.argv.slice(2);
const isChanged = args[0] === '--changed';
const since = args[1] ?? 'HEAD';
const filters = isChanged ? [] : args;
/** The files that have changed; undefined for a run of everything, or of filters. */
const changed = isChanged ? await changedSince(since) : undefined;
/** Whether the built program has changed, which every test of the window runs. */
const isProgram = (path) =>
  /^(electron|renderer|shared|resources)\/|^(package-lock\.json|vite\.config\.ts)$/.test(path);

// The result when the run is interrupted.
let counts = [{ passed: 0, failed: 1, skipped: 0 }];
await runJob(async () => {
  // Tests of the service do not wait for the window's build.
  const window = changed ? specsFor(changed) !== null : filters.length === 0 || filters.some(isForWindow);
  let checks;
  await setUp({
    tests: true,
    window,
    onPackages: () => {
      if (filters.length === 0) checks = runChecks();
    },
  });
  const runtime = electronRuntime();
  process.stdout.write(`${inOneLine(runtime)}\n`);
  const seed = await testSeed();
  process.stdout.write(`seed ${seed}; to repeat this run: EARSHOT_TEST_SEED=${seed} npm test\n`);
  const surroundings = await openSurroundings(runtime, seed, filters.length === 0 ? windowsAtOnce() : 1);
  try {
    if (changed) counts = await runChanged(surroundings, checks);
    else counts = filters.length === 0 ? await runAll(surroundings, checks) : await runSome(surroundings);
  } finally {
    surroundings.close();
  }
});
const sum = (kind) => counts.reduce((all, count) => all + count[kind], 0);
const failed = sum('failed');
process.stdout.write(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runAll(surroundings, checks) {
  const checked = await checks;
  const tests = [await runVitest([], surroundings), await runPlaywright([], surroundings)];
  return [checked, ...tests, checkConformance(tests.flatMap(({ results }) => results))];
}

function isForWindow(filter) {
  return /window|\.spec/.test(filter);
}

async function runSome(surroundings) {
  const forWindow = filters.filter(isForWindow);
  const forVitest = filters.filter((filter) => !isForWindow(filter));
  return [
    ...(forVitest.length > 0 ? [await runVitest(forVitest, surroundings)] : []),
    ...(forWindow.length > 0 ? [await runPlaywright(forWindow, surroundings)] : []),
    checkConformance(),
  ];
}

async function changedSince(commit) {
  const git = async (...args) => {
    const { status, stdout, stderr } = await run('git', args, { cwd: root });
    if (status !== 0) throw new Error(`The changes cannot be read: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  };
  return [...(await git('diff', '--name-only', commit)), ...(await git('ls-files', '--others', '--exclude-standard'))];
}

/** The filters of the window tests that changes can break: empty for all, null for none. */
function specsFor(paths) {
  if (paths.some(isProgram)) return [];
  const own = paths.filter((path) => path.startsWith('tests/window/'));
  if (own.length === 0) return null;
  return own.every((path) => path.endsWith('.spec.ts') && existsSync(inRoot(path))) ? own : [];
}

async function runChanged(surroundings, checks) {
  const specs = specsFor(changed);
  const counts = [
    await checks,
    await runVitest([`--changed=${since}`, '--passWithNoTests'], surroundings),
    // They read the files that they test, and import none.
    await runVitest(['tests/scripts'], surroundings),
    ...(specs === null ? [] : [await runPlaywright(specs, surroundings)]),
  ];
  return [...counts, checkConformance()];
}
