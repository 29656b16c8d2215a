import { minuteMs } from '@shared/duration';
import type { Part } from '../../../context';
import { faultOf } from '../../../log';
import { byEarshot } from '../../../store/audit';
import { keepTime, selectClock } from './queries';

const keptEveryMs = minuteMs;
/** Corrections by the system's time service are smaller. */
const noticeableMs = 5 * minuteMs;

/** A time that does not go back, not even over a restart, when the computer's clock is set back. */
export type Clock = { now(): Promise<number> };

/**
 * The clock of signed URLs, in ms. Behind the latest time that was seen, it continues from there at the pace of a monotonic
 * clock. It is kept each minute while URLs are valid.
 */
export const urlClock: Part<Clock> = ({ store, now, log }, { onStart, onClose }) => {
  let seen: { at: number; monotonic: number } | undefined;
  let hasWarned = false;
  let timer: NodeJS.Timeout | undefined;

  async function current(): Promise<number> {
    seen ??= { at: (await store.get(selectClock, undefined))?.seen_at ?? 0, monotonic: performance.now() };
    const [wall, floor] = [now(), seen.at + (performance.now() - seen.monotonic)];
    if (wall < floor - noticeableMs && !hasWarned) {
      hasWarned = true;
      log({}, 'the clock of this computer was set back; signed URLs continue from the earlier time');
    }
    const at = Math.floor(Math.max(wall, floor));
    seen = { at, monotonic: performance.now() };
    return at;
  }

  async function keep(): Promise<void> {
    const kept = await store.get(selectClock, undefined);
    if (!kept || kept.seen_at > kept.until) return;
    await store.write(keepTime, { seen_at: await current() }, byEarshot(now()));
  }

  onStart(async () => {
    timer = setInterval(() => {
      keep().catch((cause: unknown) => log(faultOf(cause), 'the time was not kept'));
    }, keptEveryMs).unref();
  });
  onClose(async () => {
    clearInterval(timer);
    await keep().catch((cause: unknown) => log(faultOf(cause), 'the time was not kept'));
  });
  return { now: current };
};
