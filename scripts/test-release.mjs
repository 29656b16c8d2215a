import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { testedWith } from './package/tested.mjs';
import { runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { setUp } from './setup/set-up.mjs';
import { runPlaywright } from './test/runners.mjs';
import { testSeed } from './test/seed.mjs';
import { openSurroundings, windowsAtOnce } from './test/surroundings.mjs';

/**
 * `npm run test:release`: the window tests in the Electron of a release, which is the official one, or the one that
 * ELECTRON_OVERRIDE_DIST_PATH names. When they pass, this is noted for `npm run package -- --release`, which refuses an
 * Electron that they were not run with.
 */
await runJob(async () => {
  await setUp({ tests: true, window: true });
  const runtime = electronRuntime();
  if (runtime.source === 'npm') {
    process.stdout.write(
      `\n*** NOT RUN: there is only Electron ${runtime.version}, which is not for releases. ***\n` +
        '*** Set ELECTRON_OVERRIDE_DIST_PATH to the folder of the Electron of the release. ***\n\n',
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${inOneLine(runtime)}\n`);
  const surroundings = await openSurroundings(runtime, await testSeed(), windowsAtOnce());
  try {
    const { passed, failed } = await runPlaywright([], surroundings);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    surroundings.close();
  }
  if (process.exitCode !== 0) return;
  const note = testedWith(runtime);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, `${new Date().toISOString()}\n`);
});
