import type { RecordingEvent } from '@shared/contract/events';
import { muteCall, type Recording, readRecording } from '@shared/contract/recordings';
import { endingMs } from '@shared/ipc';
import { api } from '../../api/api';
import { resumeAfter } from './choices';
import { end, endFull } from './ending';
import { dropFromNow, keepFromNow } from './keeping';
import { inOrder, type Running, running } from './running';
import { isGoingOn, useRecorder } from './state';
import { within } from './within';

const { getState: state, setState: set } = useRecorder;

/** How often the state of the recording is read, in ms. */
export const lookMs = 2_000;
const mostBetweenAsksMs = 60_000;

/** Pauses at once: what is captured from now on is dropped. */
export async function pause(): Promise<void> {
  const { wanted, phase } = state();
  if (!wanted?.mayPause || !(phase === 'recording' || phase === 'resuming')) return;
  dropFromNow();
  await tellPause();
}

/** Sends a pause of this page to the service. Until the service has taken it, only the user ends the pause. */
async function tellPause(before?: Running['unheard']): Promise<void> {
  const { recording } = state();
  const now = running();
  if (!now || !recording) return;
  const isTaken = await inOrder(async () => {
    const waitMs = Math.min(before ? 2 * before.waitMs : lookMs, mostBetweenAsksMs);
    now.unheard = { askAt: before ? Date.now() + waitMs : 0, waitMs };
    // Audio from before the pause must arrive before it.
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

/** Pauses for a number of seconds, 0 for until it is resumed; by default as the settings say. */
async function mute(call_id: string, seconds?: number): Promise<void> {
  const length = seconds === undefined ? {} : { resume_after: seconds };
  await api(muteCall, { params: { call_id }, query: { action: 'mute', ...length } });
  set({ resumesAt: seconds ? Date.now() + seconds * 1000 : null });
}

/** Resumes once the service takes audio again. */
export async function resume(): Promise<void> {
  const { recording, phase } = state();
  const now = running();
  if (!now || !recording || phase !== 'paused') return;
  set({ phase: 'resuming', error: null });
  const isDone = await inOrder(async () => {
    if (state().phase !== 'resuming') return;
    // A pause that the service has never taken needs no end there.
    if (now.unheard && (await stateOf(recording)).status === 'recording') return;
    // If this fails, the service may resume nevertheless. The pause here continues.
    now.unheard = { askAt: 0, waitMs: lookMs };
    await api(muteCall, { params: { call_id: recording.call_id }, query: { action: 'unmute' } });
  });
  if (state().phase !== 'resuming') return;
  if (isDone) keepFromNow();
  else set({ phase: 'paused' });
}

/** Takes in that the service has announced a change of a recording. */
export function hear({ call_id, change, ended_by }: RecordingEvent): void {
  if (ended_by === 'disk_full') endFull(call_id);
  if (ended_by === 'disk_full' || state().recording?.call_id !== call_id) return;
  const now = running();
  // Someone else has paused. To drop a moment too much is safe, so nothing is waited for.
  if (change === 'paused' && now?.pending === 0 && state().phase === 'recording') {
    now.sender.clear();
    dropFromNow();
  } else void look();
}

/** Reads the state of the recording, which may have been changed by another tool while nothing was announced here. */
export async function look(): Promise<void> {
  const { recording } = state();
  const now = running();
  if (!recording || !now || now.pending > 0 || !isGoingOn()) return;
  const { acts } = now;
  const read = await stateOf(recording).catch(() => undefined);
  if (!read || running() !== now || now.acts !== acts || !isGoingOn()) return;
  const { status, resumes_at } = read;
  follow(status);
  const goesOn = state().phase === 'paused' && status === 'paused';
  if (goesOn) set({ resumesAt: resumes_at === null ? null : Date.parse(resumes_at) });
}

const stateOf = async ({ recording_id }: { recording_id: string }): Promise<Recording> =>
  (await api(readRecording, { params: { recording_id } })).recording;

function follow(status: Recording['status']): void {
  const { phase } = state();
  const now = running();
  if (status === 'closed') void end('closed');
  else if (status === 'paused') {
    if (phase === 'recording') dropFromNow();
    else if (now) now.unheard = undefined;
  } else if (phase === 'paused') {
    if (!now?.unheard) keepFromNow();
    else if (Date.now() >= now.unheard.askAt) void tellPause(now.unheard);
  }
}
