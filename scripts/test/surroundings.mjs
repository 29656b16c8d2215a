import { availableParallelism } from 'node:os';
import { openDisplay } from '../display.mjs';
import { hasDisplay } from '../setup/libraries.mjs';
import { openKeychain } from './keychain.mjs';
import { openMemoryFolder } from './memory-folder.mjs';

/**
 * Windows on one display take the focus from each other, so several run at a time only on displays of their own. Two
 * more than there are cores, because a window that plays or waits does not use its core.
 */
export const windowsAtOnce = () => (hasDisplay() ? 1 : Math.min(6, availableParallelism() + 2));

/**
 * The surroundings of a test run: the Electron to start, a folder for its files, and `places`, each with its own
 * keychain and display for one window at a time. `close` ends them.
 * @param {{ path: string, dist: string }} runtime
 * @param {number} seed
 * @param {number} count
 */
export async function openSurroundings(runtime, seed, count) {
  const folder = openMemoryFolder();
  const places = await Promise.all(Array.from({ length: count }, openPlace));
  const env = {
    ...process.env,
    ...folder.env,
    ...places[0].env,
    // The log of the programs that tests start.
    XDG_STATE_HOME: folder.state,
    EARSHOT_TEST_ELECTRON: runtime.path,
    // Where the package `electron`, and so Playwright, looks for the program.
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    EARSHOT_TEST_SEED: String(seed),
    // Each worker of Playwright takes the one with its number (tests/window/place.ts).
    EARSHOT_TEST_PLACES: JSON.stringify(places.map((place) => place.env)),
  };
  const close = () => {
    for (const place of places) place.close();
    folder.remove();
  };
  return { env, count, close };
}

async function openPlace() {
  const keychain = await openKeychain();
  const display = hasDisplay() ? undefined : await openDisplay();
  const close = () => {
    display?.close();
    keychain.close();
  };
  return { env: { ...keychain.env, ...(display && { DISPLAY: display.name }) }, close };
}
