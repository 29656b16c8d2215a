import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Missing } from '../setup/command.mjs';
import { inRoot, root } from '../setup/place.mjs';

/** The file that notes that the window tests of this commit passed in this Electron. */
export function testedWith({ version }) {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return inRoot('release', 'tested', `${commit}-electron-${version}`);
}

/** Stops a release that was not tested. */
export function mustBeTested(runtime) {
  if (existsSync(testedWith(runtime))) return;
  throw new Missing(
    `the window tests of this commit have not passed in Electron ${runtime.version}`,
    'npm run test:release',
  );
}
