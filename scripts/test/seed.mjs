import { randomInt } from 'node:crypto';
import { run } from '../setup/command.mjs';
import { root } from '../setup/place.mjs';

const largest = 2 ** 31 - 1;

/**
 * The seed of the property tests: EARSHOT_TEST_SEED if set. In CI it is derived from the commit, so that a commit
 * always runs the same cases. Otherwise it is random, so that each run tries new cases.
 */
export async function testSeed() {
  const given = process.env.EARSHOT_TEST_SEED;
  if (given !== undefined) {
    if (!/^\d{1,10}$/.test(given)) throw new Error('EARSHOT_TEST_SEED takes a whole number.');
    return Number(given);
  }
  if (!process.env.CI) return randomInt(largest);
  const { status, stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: root });
  return status === 0 ? Number.parseInt(stdout.slice(0, 12), 16) % largest : 1;
}
