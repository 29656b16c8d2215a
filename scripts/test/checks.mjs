import { Missing, run, runJob } from '../setup/command.mjs';
import { isInstalled } from '../setup/node-modules.mjs';
import { inModules, inRoot, root } from '../setup/place.mjs';

/** The checks that do not run the program. Each counts as one test. */
const checks = [
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'types of scripts', command: 'tsc', args: ['--noEmit', '--project', inRoot('scripts')] },
  { name: 'types of both Electrons', script: inRoot('scripts', 'check-electron.mjs'), args: [] },
  { name: 'lint and format', command: 'biome', args: ['check'] },
  { name: 'imports', script: inRoot('scripts', 'check-imports.mjs'), args: [] },
  { name: 'texts', script: inRoot('scripts', 'check-texts.mjs'), args: [] },
  { name: 'conformance', script: inRoot('scripts', 'check-conformance.mjs'), args: [] },
  { name: 'unused code', command: 'knip', args: [] },
];

/** Runs the checks in parallel and prints them in order, with the output of failed ones. */
export async function runChecks(more = []) {
  const all = [...checks, ...more];
  const results = all.map(({ command, script, args }) =>
    script ? run(process.execPath, [script, ...args], { cwd: root }) : run(bin(command), args, { cwd: root }),
  );
  const count = { passed: 0, failed: 0, skipped: 0, faults: [] };
  for (const [index, { name }] of all.entries()) {
    const { status, stdout, stderr } = await results[index];
    count[status === 0 ? 'passed' : 'failed'] += 1;
    if (status !== 0) count.faults.push(`✗ the check of ${name}`);
    process.stdout.write(status === 0 ? `✓ ${name}\n` : `✗ ${name}\n${stdout}${stderr}\n`);
  }
  return count;
}

const bin = (name) => inModules('.bin', process.platform === 'win32' ? `${name}.cmd` : name);

// `npm run check`. The build fails at what the React Compiler cannot compile; `npm test` builds first.
if (process.argv[1] === import.meta.filename) {
  await runJob(async () => {
    if (!isInstalled()) throw new Missing('The packages are not installed yet. Run:', 'npm ci');
    const { failed } = await runChecks([{ name: 'build', script: inRoot('scripts', 'setup', 'build.mjs'), args: [] }]);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}
