import { join } from 'node:path';
import { ThreadPool } from '../store/thread-pool';
import type { Task } from './task';

/** Parsing what came from outside gets this much memory and this long without a sign of life. */
const limits = { memoryMb: 512, silenceMs: 30_000 };

/** The threads that read, probe, encrypt and draw, away from the main loop. */
export type JobThreads = { run<I, O>(task: Task<I, O>, input: I): Promise<O>; close(): Promise<void> };

export function openJobThreads(threadsFolder: string): JobThreads {
  const pool = new ThreadPool(join(threadsFolder, 'job.cjs'), 1, {}, limits);
  return {
    run: (task, input) => pool.run({ name: task.name, input }) as Promise<never>,
    close: () => pool.close(),
  };
}
