import { defineConfig } from '@playwright/test';

/** The built program in a real Electron, one window at a time. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  // A machine that stalls for seconds is not a fault of the window. `npm test` names every test that needed this.
  retries: process.env.CI ? 1 : 0,
  // Only what fails waits so long.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Shorter than a test's own time, so that the report names the step that hung.
  use: { actionTimeout: 60_000, navigationTimeout: 60_000 },
  reporter: 'list',
});
