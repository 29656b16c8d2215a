import { checkConformance } from './check-conformance.mjs';
import { runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { setUp } from './setup/set-up.mjs';
import { runChecks } from './test/checks.mjs';
import { runPlaywright, runVitest } from './test/runners.mjs';
import { testSeed } from './test/seed.mjs';
import { openSurroundings, windowsAtOnce } from './test/surroundings.mjs';

/**
 * `npm test`: runs the static checks, vitest and Playwright, and prints the total of passed and failed tests as the
 * last line. `npm test -- <filter> …` only runs the test files whose name contains a filter: Playwright runs those with
 * `window` or `.spec`, vitest all others.
 */
const filters = process.argv.slice(2);

// The result when the run is interrupted.
let counts = [{ passed: 0, failed: 1, skipped: 0 }];
await runJob(async () => {
  // Tests of the service do not wait for the window's build.
  const window = filters.length === 0 || filters.some(isForWindow);
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
    counts = filters.length === 0 ? await runAll(surroundings, checks) : await runSome(surroundings);
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
