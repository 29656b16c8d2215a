import { isRefusal } from '../refusal';
import { Silent } from '../store/thread-pool';

/** Discards the files of a job that fails. */
export async function discardingUnfinished<T>(discard: () => Promise<void>, job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (cause) {
    await discard();
    // A terminated thread may still be in a system call, and create or move a file afterwards.
    if (cause instanceof Silent) void cause.ended.then(discard).catch(() => undefined);
    throw cause;
  }
}

/**
 * Discards the files of a change that is refused. After another failure the change may have been committed: then its
 * files stay, and files without a call go to the quarantine at the next start.
 */
export async function discardingRefused<T>(discard: () => Promise<void>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (isRefusal(cause)) await discard();
    throw cause;
  }
}
