import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel would put into a core dump of a process: its parts of memory, and how large its file may be. */
export const dumped = (pid: number) => ({
  memory: readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim(),
  limits: /^Max core file size\s+(\S+)\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.slice(1),
});
export const nothing = { memory: '00000000', limits: ['0', '0'] };

/** The processes that a process has started, and those below them. */
export function below(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(
    (task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').match(/\d+/g) ?? [],
  );
  return children.flatMap((child) => [Number(child), ...below(Number(child))]);
}
