import { RecordState } from '@shared/codes';
import { dayMs } from '@shared/duration';

/** The number of calls in one millisecond that the time key can distinguish. */
export const callsPerMs = 1024;

/** The smallest key of a call that began at `ms` or later. */
export const firstKeyAt = (ms: number): number => ms * callsPerMs;

/** The first ms of the next second. Times are shown in whole seconds, so a later time starts here. */
export const nextSecond = (ms: number): number => (Math.floor(ms / 1000) + 1) * 1000;

/** A protocol id used again after this long belongs to another call, because small systems restart their numbering. */
export const sameCallMs = dayMs;

/** The number of file ids: 01…99 and A0…ZZ. */
export const maxFiles = 99 + 26 * 36;

/** The ids of a call's files and participants, in order: 01…99, then A0…ZZ in base 36; undefined when all are used. */
export function partId(used: number): string | undefined {
  if (used < 99) return String(used + 1).padStart(2, '0');
  const next = used - 99 + 360;
  return next < 36 * 36 ? next.toString(36).toUpperCase() : undefined;
}

/** Every id that a file can have, in order. */
export const fileIds: readonly string[] = Array.from({ length: maxFiles }, (_, used) => partId(used) as string);

/** Whether a call is being recorded, or its recording is paused. */
export const isUnderWay = ({ record_state }: { record_state: number }): boolean =>
  record_state === RecordState.recording || record_state === RecordState.paused;
