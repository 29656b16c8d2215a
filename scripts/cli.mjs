import { createRequire } from 'node:module';
import { runJob } from './setup/command.mjs';
import { inRoot } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * `npm run --silent serve -- …` and the other commands: sets up what is missing without a word on standard output,
 * then becomes the command: in this very process, and behind an `exec` in package.json, so that npm's signals reach it
 * and its exit status is npm's. Windows knows no `exec`: `node scripts/cli.mjs serve …` there.
 */
await runJob(async () => {
  await setUp({ window: false });
  const program = inRoot('build', 'node', 'cli.cjs');
  process.argv[1] = program;
  createRequire(import.meta.url)(program);
});
