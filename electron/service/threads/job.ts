import { parentPort } from 'node:worker_threads';
import { declaredTask } from '../jobs/task';
import { answerEach } from './answer';

// Loading a file declares its tasks, so that this thread finds them by name.
import.meta.glob('../resources/**/job.ts', { eager: true });

const signEveryMs = 1_000;

answerEach(({ id, name, input }) => {
  let signed = Date.now();
  return declaredTask(name).run(input, () => {
    if (Date.now() - signed < signEveryMs) return;
    signed = Date.now();
    parentPort?.postMessage({ id, alive: true });
  });
});
