import type { Lifecycle } from './context';
import { type Log, logged } from './log';

type Work = {
  everyMs: number;
  work: () => Promise<unknown>;
  /** What the log says when it fails. */
  failed: string;
};

/** Does work at the start of the service, which waits for it, and then again and again until it closes. */
export function repeat({ onStart, onClose }: Lifecycle, log: Log, { everyMs, work, failed }: Work): void {
  let timer: NodeJS.Timeout | undefined;
  const run = () => work().catch(logged(log, failed));
  onStart(async () => {
    timer = setInterval(run, everyMs).unref();
    await run();
  });
  onClose(async () => clearInterval(timer));
}
