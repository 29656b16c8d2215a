import { existsSync } from 'node:fs';
import { runOrStop, say } from './command.mjs';
import { inModules, inRoot, readJson, root } from './place.mjs';

// npm writes this file last, so an interrupted install has none.
const installedLock = inModules('.package-lock.json');

/** Whether packages are installed at all. */
export const isInstalled = () => existsSync(installedLock);

/** Whether the installed packages match the lock file: the same packages in the same versions, and no others. */
export function ready() {
  if (!isInstalled()) return false;
  const installed = readJson(installedLock).packages;
  const { '': _root, ...wanted } = readJson(inRoot('package-lock.json')).packages;
  const same = (path) =>
    installed[path]?.version === wanted[path]?.version && installed[path]?.integrity === wanted[path]?.integrity;
  // Optional packages may be missing, because most are for other platforms.
  const mayLack = (path) => wanted[path].optional || wanted[path].devOptional || wanted[path].peer;
  return Object.keys(installed).every(same) && Object.keys(wanted).every((path) => path in installed || mayLack(path));
}

export async function make() {
  say('node_modules: npm ci');
  await runOrStop('npm ci failed', 'npm install && node scripts/complete-lock.mjs', 'npm', ['ci', '--loglevel=error'], {
    cwd: root,
  });
}
