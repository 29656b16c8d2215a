import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './start-service';

/** Only root may mount. Tests that need it are reported as skipped elsewhere, and their names say why. */
export const mayMount = process.getuid?.() === 0;

/** Mounts onto a folder of its own with these arguments of mount(8); unmounted when the test ends. */
export function mounted(...args: string[]): string {
  const folder = temporaryFolder();
  execFileSync('mount', [...args, folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
