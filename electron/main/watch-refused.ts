import type { WatchRefused } from '@shared/ipc';
import { isRefusal } from '../service/refusal';

/** Why the service does not watch a folder. Anything but a refusal is thrown again. */
export function watchRefused(cause: unknown): WatchRefused {
  if (!isRefusal(cause)) throw cause;
  return { text: cause.message, reason: cause.reason };
}
