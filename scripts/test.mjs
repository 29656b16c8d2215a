import { openDisplay } from './display.mjs';
import { runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { hasDisplay } from './setup/libraries.mjs';
import { setUp } from './setup/set-up.mjs';
import { runChecks } from './test/checks.mjs';
import { openKeychain } from './test/keychain.mjs';
import { runPlaywright, runVitest } from './test/runners.mjs';

/**
 * `npm test`: static checks, vitest, Playwright, and as the last line what passed and failed over all of them.
 * `npm test -- <filter> …` runs only the test files whose name contains a filter: those with `window` or `.spec` are
 * Playwright's, all others vitest's.
 */
const filters = process.argv.slice(2);

// What stands when the run breaks off.
let counts = [{ passed: 0, failed: 1 }];
await runJob(async () => {
  // A test of the service alone does not wait for the window to be built.
  await setUp({ tests: true, window: filters.length === 0 || filters.some(isForWindow) });
  const runtime = electronRuntime();
  process.stdout.write(`${inOneLine(runtime)}\n`);
  counts = await inSurroundings(runtime, filters.length === 0 ? runAll : runSome);
});
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runAll(surroundings) {
  return [await runChecks(), await runVitest([], surroundings), await runPlaywright([], surroundings)];
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
  ];
}

/** Runs tests where there is a keychain, a display, and the name of the Electron to start. */
async function inSurroundings(runtime, tests) {
  const keychain = openKeychain();
  const display = hasDisplay() ? undefined : await openDisplay();
  const env = { ...process.env, EARSHOT_TEST_ELECTRON: runtime.path, ...(display && { DISPLAY: display.name }) };
  try {
    return await tests({ wrap: keychain.wrap, env });
  } finally {
    display?.close();
    keychain.close();
  }
}
