import { createRequire } from 'node:module';
import { runJob } from './setup/command.mjs';
import { inRoot } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * `npm run --silent serve -- …` and the other commands: sets up what is missing without writing to standard output,
 * then runs the command in this process. package.json starts it with `exec`, so that npm's signals reach it and npm
 * returns its exit status. Windows has no `exec`; use `node scripts/cli.mjs serve …` there.
 */
await runJob(async () => {
  await setUp({ window: false });
  const program = inRoot('build', 'node', 'cli.cjs');
  process.argv[1] = program;
  createRequire(import.meta.url)(program);
});
