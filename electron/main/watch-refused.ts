import type { WatchRefused } from '@shared/ipc';
import { Refusal } from '../service/refusal';

/** Why the service does not watch a folder. Anything but a refusal is thrown again. */
export function watchRefused(cause: unknown): WatchRefused {
  if (!(cause instanceof Refusal)) throw cause;
  return { text: cause.message, reason: cause.reason };
}
