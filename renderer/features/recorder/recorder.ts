import { removeCall } from '@shared/contract/call-removal';
import type { RecordingEvent } from '@shared/contract/events';
import type { OpenRecording, Recording } from '@shared/contract/recordings';
import {
  appendAudio,
  closeRecording,
  muteCall,
  nameRecordedParties,
  openRecording,
  readRecording,
} from '@shared/contract/recordings';
import { endingMs } from '@shared/ipc';
import { Trace } from '@shared/recording-trace';
import { create } from 'zustand';
import { addressOf, api, ask } from '../../api/api';
import { changedByRecording } from '../../api/cache/recordings';
import { refresh } from '../../core/query-client';
import { AudioSender, type Refused } from './audio-sender';
import { type Capture, openCapture } from './capture';
import { type Rate, resumeAfter } from './choices';
import { type Block, Pauses } from './pauses';
import { forgetSound, showSound } from './sound';

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

type State = {
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
  /** The call that has ended last; `why` is null if it was stopped here, as it should be. */
  ended: { call_id: string; why: Ended | null } | null;
  /** The recording that was to be discarded, but could not be ended. It goes on at the service. */
  discarding: Pick<OpenRecording, 'recording_id' | 'call_id'> | null;
  /** The call that was discarded last, until that is told. */
  discarded: string | null;
  /** What could not be done: a refusal of the API, or a DOMException of a source. */
  error: unknown;
  /** The user who has started last. What became of it concerns nobody who signs in after them. */
  owner: string | null;
};

const idle = {
  ...{ phase: 'idle', wanted: null, recording: null, typed: null, pausedAt: null, resumesAt: null, pauses: [] },
} as const satisfies Partial<State>;

/** The recording of this machine's audio. It outlasts pages and locks, so it is not part of a component. */
export const useRecorder = create<State>()(() => ({
  ...idle,
  ...{ ended: null, discarding: null, discarded: null, error: null, owner: null },
}));

/** Whether nothing is kept because of a pause: also while it is about to end, or the recording ends in it. */
export const isPaused = ({ pausedAt }: State): boolean => pausedAt !== null;

const { getState: state, setState: set } = useRecorder;
const isGoingOn = () => state().recording !== null && state().phase !== 'stopping';

/**
 * What a device captures reaches the page late. So much longer than the request to resume, in s, nothing is kept, so that
 * the end of a pause does not keep what was said in it.
 */
const latenessS = 0.2;
const lookMs = 2_000;
/** The service closes a recording without a sender after 10 minutes. */
const greetMs = 60_000;
const mostBetweenAsksMs = 60_000;

type Running = {
  capture: Capture;
  sender: AudioSender;
  pauses: Pauses;
  trace: Trace;
  rate: number;
  keptFrames: number;
  /** The pause of this page that the service has not taken yet: when it may be asked again, and the wait after that. */
  unheard: { askAt: number; waitMs: number } | undefined;
};
let running: Running | undefined;
/**
 * The requests of a recording that pause and resume, in order. `acts` grows when one begins and when it ends, so that an
 * answer from before is not taken for news.
 */
const noRequests = () => ({ order: Promise.resolve() as Promise<unknown>, acts: 0, pending: 0 });
let requests = noRequests();
/** The requests of a recording that name the other party, in order. */
let naming: Promise<void> = Promise.resolve();

/** Begins a recording. A source or a service that refuses is in `error`. */
export async function start(wanted: Wanted): Promise<void> {
  if (state().phase !== 'idle') return;
  set({ ...idle, phase: 'starting', wanted, ended: null, error: null, owner: wanted.user.user_id });
  forgetSound();
  // One of the recording before may never be answered.
  requests = noRequests();
  naming = Promise.resolve();
  const { rate, sources, party, user } = wanted;
  const pauses = new Pauses(sources.length);
  const trace = new Trace(rate);
  let takes: (block: Block) => void = () => {};
  let capture: Capture | undefined;
  let isLost = false;
  try {
    capture = await openCapture({
      sources,
      rate,
      onBlock: (block) => takes(block),
      onLost() {
        isLost = true;
        void end('source_lost');
      },
    });
    if (isLost) throw new DOMException('A source is gone.', 'NotFoundError');
    const { recording_id, call_id } = await api(openRecording, {
      body: {
        recording: {
          format: 'pcm_s16le',
          sample_rate: rate,
          channels: sources.length,
          call: {
            from_number: party.number || null,
            from_name: party.name || null,
            to_name: user.name,
            participants: [{ user_id: user.user_id, party_type: 1, party_name: user.name }],
          },
        },
      },
    });
    const sender = new AudioSender({ put: putTo(recording_id), onRefused: (why) => void end(why) });
    running = { capture, sender, pauses, trace, rate, keptFrames: 0, unheard: undefined };
    takes = take;
    set({ phase: 'recording', recording: { recording_id, call_id } });
    watch();
    void refresh(changedByRecording);
    if (isLost) void end('source_lost');
  } catch (error) {
    capture?.close();
    set({ ...idle, error });
  }
}

/** Pauses at once: what is captured from now on is dropped. */
export async function pause(): Promise<void> {
  const { wanted, phase } = state();
  if (!wanted?.mayPause || !(phase === 'recording' || phase === 'resuming')) return;
  dropFromNow();
  await tellPause();
}

/** Tells the service of a pause of this page. Until it has taken it, only the user ends the pause. */
async function tellPause(before?: Running['unheard']): Promise<void> {
  const { recording } = state();
  if (!running || !recording) return;
  const now = running;
  const isTaken = await inOrder(async () => {
    const waitMs = Math.min(before ? 2 * before.waitMs : lookMs, mostBetweenAsksMs);
    now.unheard = { askAt: before ? Date.now() + waitMs : 0, waitMs };
    // What was said before the pause is to arrive before it.
    await now.capture.flushed();
    await within(endingMs.drain, now.sender.sent());
    await mute(recording.call_id, resumeAfter());
    now.unheard = undefined;
    set({ error: null });
  });
  // The settings may end it.
  if (isTaken) void look();
}

/** The length of the current pause is another one now. */
export async function changeResume(): Promise<void> {
  const { recording, phase } = state();
  if (!recording || phase !== 'paused') return;
  await inOrder(async () => {
    if (state().phase === 'paused') await mute(recording.call_id, resumeAfter() ?? 0);
  });
}

/** Pauses for so many seconds, or until somebody resumes if that is 0; if it is not given, as the settings say. */
async function mute(call_id: string, seconds?: number): Promise<void> {
  const length = seconds === undefined ? {} : { resume_after: seconds };
  await api(muteCall, { params: { call_id }, query: { action: 'mute', ...length } });
  set({ resumesAt: seconds ? Date.now() + seconds * 1000 : null });
}

/** Takes in what is typed about the other party. It is stored by `keepParty`, at the latest at the end. */
export function typeParty(typed: Wanted['party']): void {
  if (isGoingOn()) set({ typed });
}

/** Stores what is typed about the other party. What cannot be stored stays typed. */
export function keepParty(): Promise<void> {
  naming = naming.then(storeTyped);
  return naming;
}

async function storeTyped(): Promise<void> {
  const { recording, wanted, typed } = state();
  if (!recording || !wanted || !typed) return;
  const party = { number: typed.number.trim(), name: typed.name.trim() };
  const isChanged = party.number !== wanted.party.number || party.name !== wanted.party.name;
  const call = { from_number: party.number || null, from_name: party.name || null };
  try {
    if (isChanged) {
      if (isGoingOn()) set({ error: null });
      const { recording_id } = recording;
      await api(nameRecordedParties, { params: { recording_id }, body: { recording: { call } } });
    }
    if (state().recording !== recording) return;
    // What was typed meanwhile is not stored yet.
    set({ wanted: { ...wanted, party }, ...(state().typed === typed && { typed: null }) });
  } catch (error) {
    if (state().recording === recording && isGoingOn()) set({ error });
  }
}

/** Resumes once the service takes audio again. */
export async function resume(): Promise<void> {
  const { recording, phase } = state();
  if (!running || !recording || phase !== 'paused') return;
  const now = running;
  set({ phase: 'resuming', error: null });
  const isDone = await inOrder(async () => {
    if (state().phase !== 'resuming') return;
    // A pause that the service has never taken needs no end there.
    if (now.unheard && (await stateOf(recording)).status === 'recording') return;
    // If this fails, the service may resume nevertheless. The pause here goes on.
    now.unheard = { askAt: 0, waitMs: lookMs };
    await api(muteCall, { params: { call_id: recording.call_id }, query: { action: 'unmute' } });
  });
  if (state().phase !== 'resuming') return;
  if (isDone) keepFromNow();
  else set({ phase: 'paused' });
}

/** Ends the recording and keeps it. */
export async function stop(): Promise<void> {
  const closed = await finish();
  if (!closed) return;
  const { call_id, isWhole, isClosed } = closed;
  const why = isClosed ? null : 'not_closed';
  over({ ended: { call_id, why: isWhole ? why : 'not_all_sent' } });
}

/** Ends the recording and removes its call, which can be restored. If it cannot be ended, `finishDiscard` does so later. */
export async function discard(): Promise<void> {
  const closed = await finish();
  if (!closed) return;
  const { isClosed, recording_id, call_id } = closed;
  if (isClosed) over(await removed(call_id));
  else over({ discarding: { recording_id, call_id }, ended: { call_id, why: 'not_discarded' } });
}

/** Ends a recording that could not be ended when it was discarded, and removes its call. */
export async function finishDiscard(): Promise<void> {
  const { discarding } = state();
  if (!discarding || !(await close(discarding.recording_id)) || state().discarding !== discarding) return;
  set({ discarding: null });
  const { call_id } = discarding;
  const rest = await removed(call_id);
  set({ ...(state().ended?.call_id === call_id && { ended: null }), ...rest });
  void refresh(changedByRecording);
}

/** Removes a call. One that cannot be removed is shown. */
const removed = (call_id: string): Promise<Partial<State>> =>
  api(removeCall, { params: { call_id } }).then(
    () => ({ discarded: call_id }),
    (error: unknown) => ({ ended: { call_id, why: null }, error }),
  );

type Finished = { recording_id: string; call_id: string; isWhole: boolean; isClosed: boolean };

async function finish(): Promise<Finished | null> {
  const { recording } = state();
  if (!running || !recording || !isGoingOn()) return null;
  const { capture, sender, pauses } = running;
  set({ phase: 'stopping' });
  pauses.begin(capture.frame());
  await capture.flushed();
  capture.close();
  await within(endingMs.pending, Promise.all([requests.order, keepParty()]));
  const isWhole = await drained(sender);
  const isClosed = await within(endingMs.close, close(recording.recording_id));
  const { recording_id, call_id } = recording;
  return { recording_id, call_id, isWhole, isClosed: isClosed === true };
}

/** Ends a sender, after it had time to send the rest. Returns whether all was sent. */
async function drained(sender: AudioSender): Promise<boolean> {
  await within(endingMs.drain, sender.sent());
  const { hasUnsent } = sender;
  sender.end();
  return !hasUnsent;
}

/** Takes in that the service has announced a change of a recording. */
export function hear({ call_id, change, ended_by }: RecordingEvent): void {
  if (state().recording?.call_id !== call_id) return;
  // Somebody else has paused. To drop a moment too much is safe, so nothing is waited for.
  if (change === 'paused' && requests.pending === 0 && state().phase === 'recording') {
    running?.sender.clear();
    dropFromNow();
  } else if (ended_by === 'disk_full') void end('disk_full');
  else void look();
}

/** Reads the state of the recording, which may have been changed by another tool while nothing was announced here. */
async function look(): Promise<void> {
  const { recording } = state();
  if (!recording || requests.pending > 0 || !isGoingOn()) return;
  const before = requests.acts;
  const read = await stateOf(recording).catch(() => undefined);
  if (!read || requests.acts !== before || !isGoingOn() || state().recording !== recording) return;
  const { status, resumes_at } = read;
  follow(status);
  const goesOn = state().phase === 'paused' && status === 'paused';
  if (goesOn) set({ resumesAt: resumes_at === null ? null : Date.parse(resumes_at) });
}

const stateOf = async ({ recording_id }: { recording_id: string }): Promise<Recording> =>
  (await api(readRecording, { params: { recording_id } })).recording;

function follow(status: Recording['status']): void {
  const { phase } = state();
  if (status === 'closed') void end('closed');
  else if (status === 'paused') {
    if (phase === 'recording') dropFromNow();
    else if (running) running.unheard = undefined;
  } else if (phase === 'paused') {
    if (!running?.unheard) keepFromNow();
    else if (Date.now() >= running.unheard.askAt) void tellPause(running.unheard);
  }
}

function dropFromNow(): void {
  if (!running) return;
  running.pauses.begin(running.capture.frame());
  if (state().phase === 'recording') {
    running.trace.pause(0);
    set({ pausedAt: Date.now() });
  }
  set({ phase: 'paused', error: null });
}

function keepFromNow(): void {
  if (!running) return;
  const { pausedAt, pauses } = state();
  running.unheard = undefined;
  running.pauses.end(running.capture.frame() + Math.round(latenessS * running.rate));
  const lengths = pausedAt === null ? pauses : [...pauses, Date.now() - pausedAt];
  set({ phase: 'recording', pausedAt: null, resumesAt: null, pauses: lengths, error: null });
}

function take(block: Block): void {
  if (!running) return;
  const { phase, pausedAt } = state();
  const { pauses, sender, trace, rate } = running;
  const kept = pauses.kept(block);
  for (const samples of kept) sender.add(samples);
  const frames = kept.reduce((sum, { length }) => sum + length, 0) / block.peaks.length;
  running.keptFrames += frames;
  if (frames > 0) trace.add(frames, block.peaks, pausedAt !== null);
  if (pausedAt !== null) trace.pause(Date.now() - pausedAt);
  const peaks = phase === 'recording' ? block.peaks : block.peaks.map(() => 0);
  showSound(Date.now(), peaks, { keptMs: (running.keptFrames * 1000) / rate, trace: trace.all });
}

/** Ends a recording that cannot go on. What has arrived is kept. */
async function end(why: Ended): Promise<void> {
  const { recording } = state();
  if (!recording || !running || !isGoingOn()) return;
  const { capture, sender } = running;
  set({ phase: 'stopping' });
  await capture.flushed();
  capture.close();
  const isWhole = why !== 'source_lost' || (await drained(sender));
  if (why !== 'source_lost') sender.end();
  if (why !== 'closed') {
    await within(endingMs.pending, keepParty());
    await close(recording.recording_id);
  }
  over({ ended: { call_id: recording.call_id, why: isWhole ? why : 'not_all_sent' } });
}

function over(rest: Partial<State>): void {
  running = undefined;
  clearInterval(watching);
  set({ ...idle, ...rest });
  forgetSound();
  void refresh(changedByRecording);
}

/** Closes a recording. Returns false if even the second attempt fails; the service then closes it by itself. */
async function close(recording_id: string): Promise<boolean> {
  const attempt = () =>
    api(closeRecording, { params: { recording_id } }).then(
      () => true,
      () => false,
    );
  return (await attempt()) || (await attempt());
}

let watching: ReturnType<typeof setInterval> | undefined;

function watch(): void {
  let greetedAt = Date.now();
  watching = setInterval(() => {
    void look();
    if (state().phase !== 'paused' || Date.now() - greetedAt < greetMs) return;
    greetedAt = Date.now();
    void running?.sender.greet();
  }, lookMs);
}

/** Runs a request after those before it. Returns whether it succeeded; otherwise `error` says why. */
async function inOrder(work: () => Promise<void>): Promise<boolean> {
  const own = requests;
  own.acts += 1;
  own.pending += 1;
  const done = own.order.then(work).then(
    () => true,
    (error: unknown) => {
      if (own === requests) set({ error });
      return false;
    },
  );
  own.order = done;
  const isDone = await done;
  own.acts += 1;
  own.pending -= 1;
  return isDone;
}

const putTo = (recording_id: string) => async (offset: number, body: Uint8Array<ArrayBuffer>) => {
  const address = addressOf(appendAudio, { recording_id }, { offset });
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await ask(address, { method: 'PUT', headers, body });
  return appendAudio.response.parse(await response.json()).offset;
};

/** Waits for the work, but not longer than this; then the result is undefined. */
const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))]);
