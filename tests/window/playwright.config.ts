import { defineConfig } from '@playwright/test';

/** The built program in a real Electron. Each worker has its own display and keychain. */
export default defineConfig({
  testDir: '.',
  // Windows on one display take the focus from each other. `npm test` opens more displays, and gives their number.
  workers: 1,
  // The tests of a file share nothing, and a long file would be the last to end.
  fullyParallel: true,
  // Only failing tests wait this long.
  timeout: 600_000,
  retries: 0,
  expect: { timeout: 60_000 },
  // Shorter than the timeout of a test, so that the report names the step that hangs.
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
  reporter: 'list',
});
