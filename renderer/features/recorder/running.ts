import type { Trace } from '@shared/recording-trace';
import type { AudioSender } from './audio-sender';
import type { Capture } from './capture';
import type { Pauses } from './pauses';
import { useRecorder } from './state';

/** The recording of this window while it lasts. */
export type Running = {
  capture: Capture;
  sender: AudioSender;
  pauses: Pauses;
  trace: Trace;
  rate: number;
  keptFrames: number;
  /** The pause of this page that the service has not taken yet: when it may be asked again, and the wait after that. */
  unheard: { askAt: number; waitMs: number } | undefined;
  /** The requests that pause and resume, in order. */
  order: Promise<unknown>;
  /** How many of those requests have begun or ended. An answer from before the last one is not news. */
  acts: number;
  /** How many of those requests have not ended. */
  pending: number;
  /** The requests that name the other party, in order. */
  naming: Promise<void>;
  /** Whether the disk is full, which a refusal of audio does not say. */
  isFull: boolean;
  /** Reads the state of the recording at intervals. */
  watch: ReturnType<typeof setInterval>;
};

let current: Running | undefined;

/** The recording under way. Requests of an earlier one may end later: they must not act on this one. */
export const running = (): Running | undefined => current;

/** Sets the recording under way. */
export function setRunning(next: Running | undefined): void {
  current = next;
}

/** Runs a request after those before it. Returns whether it succeeded; otherwise the state's `error` says why. */
export async function inOrder(work: () => Promise<void>): Promise<boolean> {
  const own = current;
  if (!own) return false;
  own.acts += 1;
  own.pending += 1;
  const done = own.order.then(work).then(
    () => true,
    (error: unknown) => {
      if (own === current) useRecorder.setState({ error });
      return false;
    },
  );
  own.order = done;
  const isDone = await done;
  own.acts += 1;
  own.pending -= 1;
  return isDone;
}
