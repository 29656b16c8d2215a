import { existsSync } from 'node:fs';
import { checkConformance } from './check-conformance.mjs';
import { Missing, run, runJob } from './setup/command.mjs';
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
const filters = process.argv.slice(2);
const isForChanges = filters[0] === '--changed';
const since = filters[1] ?? 'HEAD';
const isWhole = filters.length === 0;

// The result when the run is interrupted.
let counts = [{ passed: 0, failed: 1, skipped: 0 }];
await runJob(async () => {
  const changed = isForChanges ? await changedSince(since) : [];
  const specs = specsFor(changed);
  // Tests of the service do not wait for the window's build.
  const window = isForChanges ? specs !== null : isWhole || filters.some(isForWindow);
  let checks;
  await setUp({
    tests: true,
    window,
    onPackages: () => {
      if (isWhole || isForChanges) checks = runChecks();
    },
  });
  const runtime = electronRuntime();
  process.stdout.write(`${inOneLine(runtime)}\n`);
  const seed = await testSeed();
  process.stdout.write(`seed ${seed}; to repeat this run: EARSHOT_TEST_SEED=${seed} npm test\n`);
  const surroundings = await openSurroundings(runtime, seed, isWhole || isForChanges ? windowsAtOnce() : 1);
  try {
    if (isForChanges) counts = await runChanged(changed, specs, surroundings, checks);
    else counts = isWhole ? await runAll(surroundings, checks) : await runSome(surroundings);
  } finally {
    surroundings.close();
  }
});
const sum = (kind) => counts.reduce((all, count) => all + count[kind], 0);
const failed = sum('failed');
// Again, at the end: a long run is often read from there.
for (const fault of counts.flatMap(({ faults = [] }) => faults)) process.stdout.write(`${fault}\n`);
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

/** The files that have changed since a commit, with those that git does not know yet. */
async function changedSince(commit) {
  const git = async (...args) => {
    const { status, stdout, stderr } = await run('git', args, { cwd: root });
    if (status !== 0) throw new Missing(`The changes cannot be read: ${stderr.trim()}`, 'npm test -- --changed HEAD~1');
    return stdout.split('\n').filter(Boolean);
  };
  const known = await git('diff', '--name-only', commit);
  return [...known, ...(await git('ls-files', '--others', '--exclude-standard'))];
}

/** The filters of the window tests that changes can break: empty for all, null for none. Each runs the built program. */
function specsFor(changed) {
  const runs =
    /^(electron|renderer|shared|resources|scripts\/setup|tests\/(window|support|audio))\/|^(package(-lock)?\.json|vite\.config\.ts)$/;
  const ours = changed.filter((path) => runs.test(path));
  if (ours.length === 0) return null;
  return ours.every((path) => path.endsWith('.spec.ts') && existsSync(inRoot(path))) ? ours : [];
}

/** Threads and commands load the built program, and some tests read the files that they test: no import leads there. */
async function runChanged(changed, specs, surroundings, checks) {
  const isBuilt = changed.some((path) => /^(electron|shared)\//.test(path));
  const reading = ['tests/scripts', 'tests/renderer/styles'];
  const imported = [`--changed=${since}`, '--passWithNoTests'];
  const counts = [
    await checks,
    await runVitest(isBuilt ? [] : imported, surroundings, { mayBeEmpty: true }),
    ...(isBuilt ? [] : [await runVitest(reading, surroundings)]),
    ...(specs === null ? [] : [await runPlaywright(specs, surroundings)]),
  ];
  return [...counts, checkConformance()];
}
