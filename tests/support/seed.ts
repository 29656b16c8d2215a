import { configureGlobal } from 'fast-check';
import { beforeEach } from 'vitest';

/** The seed of all property tests in this run. `npm test` prints it and passes it on. */
export const seed = Number(process.env.EARSHOT_TEST_SEED);
if (!Number.isSafeInteger(seed)) throw new Error('EARSHOT_TEST_SEED is not set: start the tests with npm test.');

// Set before each test, because a test may override the global configuration.
beforeEach(() => configureGlobal({ seed }));
