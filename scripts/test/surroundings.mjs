import { availableParallelism } from 'node:os';
import { openDisplay } from '../display.mjs';
import { hasDisplay } from '../setup/libraries.mjs';
import { openKeychain } from './keychain.mjs';

/**
 * Windows on one display take the focus from each other, so several run at a time only on displays of their own. One
 * more than there are cores, because a window that plays or waits does not use its core.
 */
export const windowsAtOnce = () => (hasDisplay() ? 1 : Math.min(4, availableParallelism() + 1));

/**
 * The environment of a test run: its own keychain and display, and the Electron to start. `close` ends them.
 * @param {{ path: string, dist: string }} runtime
 * @param {number} seed
 */
export async function openSurroundings(runtime, seed) {
  const keychain = openKeychain();
  const display = hasDisplay() ? undefined : await openDisplay();
  const env = {
    ...process.env,
    EARSHOT_TEST_ELECTRON: runtime.path,
    // Where the package `electron`, and so Playwright, looks for the program.
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    EARSHOT_TEST_SEED: String(seed),
    ...(display && { DISPLAY: display.name }),
  };
  const close = () => {
    display?.close();
    keychain.close();
  };
  return { wrap: keychain.wrap, env, close };
}
