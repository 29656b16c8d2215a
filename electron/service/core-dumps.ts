import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Turns off core dumps of this process and of those that it has started or will start: a dump contains opened keys and
 * decrypted sound. Node cannot set limits. So the kernel is told at once to leave all memory out, which also counts for a
 * program that collects dumps, and the system's `prlimit`, if there is one, forbids the file too. Only Linux writes dumps
 * without being asked.
 */
export function turnOffCoreDumps(): void {
  if (process.platform !== 'linux') return;
  for (const pid of withChildren(process.pid)) {
    try {
      writeFileSync(`/proc/${pid}/coredump_filter`, '0');
    } catch {
      // A process in Chromium's sandbox is never dumped, and so lets nobody change it.
    }
    execFile('prlimit', ['--core=0:0', `--pid=${pid}`], () => {});
  }
}

/** A process and those below it. Chromium starts the one that all its pages come from before the program's first line. */
function withChildren(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return [pid, ...children.flatMap((child) => withChildren(Number(child)))];
  } catch {
    return [pid];
  }
}
