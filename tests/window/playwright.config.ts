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
  reporter: 'list',
});
