import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './start-service';

/** Mounting requires root. Otherwise, tests that need it are reported as skipped, and their names give the reason. */
export const mayMount = process.getuid?.() === 0;

/** Mounts a new folder with these arguments of mount(8), and unmounts it when the test ends. */
export function mounted(...args: string[]): string {
  const folder = temporaryFolder();
  execFileSync('mount', [...args, folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
