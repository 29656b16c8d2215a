import type { Part, Service } from '../../../context';
import { faultOf } from '../../../log';
import { byEarshot } from '../../../store/audit';
import { condemnCalls, destroyCall } from './queries';

const everyMs = 60 * 60_000;
const atOnce = 50;

/** Destroys calls that were removed too long ago, at the start and every hour. */
export const destruction: Part<void> = (service, life) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;
  const run = () => {
    running = running.then(() => destroyDue(service, () => isClosing)).catch(noted(service));
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
async function destroyDue({ store, files, now }: Service, isClosing: () => boolean): Promise<void> {
  for (;;) {
    const condemned = await store.write(condemnCalls, { limit: atOnce }, byEarshot(now()));
    for (const { call_id, paths } of condemned) {
      if (isClosing()) return;
      for (const path of paths) await files.remove(path);
      await store.write(destroyCall, { call_id }, byEarshot(now()));
    }
    if (condemned.length < atOnce) return;
  }
}

const noted =
  ({ log }: Service) =>
  (cause: unknown): void =>
    log(faultOf(cause), 'removed calls not destroyed');
