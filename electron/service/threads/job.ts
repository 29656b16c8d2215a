import { parentPort, workerData } from 'node:worker_threads';
import { declaredTask, type JobLimits, notWanted } from '../jobs/task';
import type { Answer } from '../store/thread-pool';
import { answerEach } from './answer';

// Loading a file declares its tasks, so that this thread can find them by name.
import.meta.glob('../resources/**/*-job.ts', { eager: true });

const { limits, cancel } = workerData as { limits: JobLimits; cancel: Int32Array };

/** The alive messages come from a timer. A slow system call does not stop them, but code that never returns does. */
answerEach(async ({ id, name, input }) => {
  let steppedAt = Date.now();
  const alive = (blockedMs?: number) => {
    if (Atomics.load(cancel, 0) === 1) throw notWanted();
    steppedAt = Date.now();
    if (blockedMs) parentPort?.postMessage({ id, alive: true, blockedMs } satisfies Answer);
  };
  const sign = setInterval(() => {
    if (Date.now() - steppedAt < limits.stuckMs) parentPort?.postMessage({ id, alive: true });
  }, limits.silenceMs / 10);
  try {
    return await declaredTask(name).run(input, alive);
  } finally {
    clearInterval(sign);
  }
});
