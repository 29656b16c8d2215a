import type { OpenRecording } from '@shared/contract/recordings';
import { create } from 'zustand';
import type { Refused } from './audio-sender';
import type { Rate } from './choices';

export type Wanted = {
  /** The id of a source for each channel. */
  sources: readonly string[];
  /** The names of the sources. */
  names: readonly string[];
  rate: Rate;
  party: { number: string; name: string };
  user: { user_id: string; name: string };
  /** Whether that user may pause. Asked at the start, because nobody is signed in while the window is locked. */
  mayPause: boolean;
};

/** Why a recording has ended that nobody has stopped here. */
export type Ended = Refused | 'source_lost' | 'not_all_sent' | 'not_closed' | 'not_discarded';

export type State = {
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'resuming' | 'stopping';
  wanted: Wanted | null;
  recording: Pick<OpenRecording, 'recording_id' | 'call_id'> | null;
  /** Who the other party is, as typed; null once it is stored in `wanted`. */
  typed: Wanted['party'] | null;
  /** When the current pause began, in ms. */
  pausedAt: number | null;
  /** When the current pause ends by itself, in ms. */
  resumesAt: number | null;
  /** The lengths of the pauses that have ended, in ms. */
  pauses: readonly number[];
  /** The call that has ended last; `why` is null if it was stopped here. */
  ended: { call_id: string; why: Ended | null } | null;
  /** The recording that was to be discarded, but could not be ended. At the service it is still open. */
  discarding: Pick<OpenRecording, 'recording_id' | 'call_id'> | null;
  /** The call that was discarded last, until a message has shown that. */
  discarded: string | null;
  /** The last failure: a refusal of the API, or a DOMException of a source. */
  error: unknown;
  /** The user who has started last. What became of it concerns nobody who signs in after them. */
  owner: string | null;
};

/** Without a recording. */
export const idle = {
  phase: 'idle',
  wanted: null,
  recording: null,
  typed: null,
  pausedAt: null,
  resumesAt: null,
  pauses: [],
} as const satisfies Partial<State>;

/** The recording of this machine's audio. It outlasts pages and locks, so it is not part of a component. */
export const useRecorder = create<State>()(() => ({
  ...idle,
  ended: null,
  discarding: null,
  discarded: null,
  error: null,
  owner: null,
}));

/** Whether nothing is kept because of a pause: also while it is about to end, or the recording ends in it. */
export const isPaused = ({ pausedAt }: State): boolean => pausedAt !== null;

const { getState: state } = useRecorder;

/** Whether a recording of this window has begun and is not ending. */
export const isGoingOn = (): boolean => state().recording !== null && state().phase !== 'stopping';
