import { join } from 'node:path';
import { ThreadPool } from '../store/thread-pool';
import { type JobLimits, notWanted, type Task } from './task';

const usualLimits: JobLimits = { silenceMs: 30_000, stuckMs: 600_000 };
const memoryMb = 512;

/** Threads that read, probe, encrypt and decode files and compute peaks, off the main loop. */
export type JobThreads = {
  /** Runs a task in the next free thread. */
  run<I, O>(task: Task<I, O>, input: I, view?: string): Promise<O>;
  /** Cancels the running and waiting tasks of this view; their callers are refused. */
  cancel(view: string): void;
  close(): Promise<void>;
};

/** Up to so many threads, each started when it is first needed. */
export function openJobThreads(threadsFolder: string, threads: number, limits = usualLimits): JobThreads {
  const { silenceMs } = limits;
  const pool = new ThreadPool(join(threadsFolder, 'job.cjs'), threads, { limits }, { memoryMb, silenceMs });
  return {
    run: (task, input, view) => pool.run({ name: task.name, input, view }) as Promise<never>,
    cancel: (view) => pool.cancel(view, notWanted),
    close: () => pool.close(),
  };
}
