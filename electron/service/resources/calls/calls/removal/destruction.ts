import { join } from 'node:path';
import { hourMs } from '@shared/duration';
import type { Part, Service } from '../../../../context';
import { faultOf, logged } from '../../../../log';
import { byEarshot } from '../../../../store/audit';
import { databaseFile } from '../../../../store/database-file';
import { clearLog } from './clear-log-job';
import { condemnCalls, destroyCall } from './queries';

const everyMs = hourMs;
const atOnce = 50;

/** Destroys calls that were removed too long ago, at the start and every hour. */
export const destruction: Part<void> = (service, life) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;
  const run = () => {
    running = running
      .then(() => destroyDue(service, () => isClosing))
      .catch(logged(service.log, 'removed calls not destroyed'));
  };
  life.onStart(async () => {
    run();
    timer = setInterval(run, everyMs).unref();
  });
  life.onClose(async () => {
    isClosing = true;
    clearInterval(timer);
    await running;
  });
};

/**
 * The files go first. In the other order, a crash in between would leave files without a call, which the next start
 * brings back as a quarantine.
 */
async function destroyDue(service: Service, isClosing: () => boolean): Promise<void> {
  const { store, files, now, log, jobs, dataFolder } = service;
  // Calls whose files could not be removed; they are tried again an hour later.
  const failed = new Set<string>();
  let destroyed = 0;
  for (;;) {
    const limit = atOnce + failed.size;
    const condemned = await store.write(condemnCalls, { limit }, byEarshot(now()));
    for (const { call_id, paths } of condemned.filter((call) => !failed.has(call.call_id))) {
      if (isClosing()) return;
      try {
        for (const path of paths) await files.remove(path);
        await store.write(destroyCall, { call_id }, byEarshot(now()));
        destroyed += 1;
      } catch (cause) {
        failed.add(call_id);
        log(faultOf(cause), 'removed call not destroyed');
      }
    }
    if (condemned.length < limit) break;
  }
  if (destroyed > 0) await jobs.run(clearLog, { database: join(dataFolder, databaseFile) });
}
