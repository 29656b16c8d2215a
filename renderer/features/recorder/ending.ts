import { removeCall } from '@shared/contract/call-removal';
import { closeRecording } from '@shared/contract/recordings';
import { endingMs } from '@shared/ipc';
import { api } from '../../api/api';
import { changedByRecording } from '../../api/cache/recordings';
import { refresh } from '../../core/query-client';
import type { AudioSender } from './audio-sender';
import { keepParty } from './party';
import { running, setRunning } from './running';
import { forgetSound } from './sound';
import { type Ended, idle, isGoingOn, type State, useRecorder } from './state';
import { within } from './within';

const { getState: state, setState: set } = useRecorder;

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
  const own = running();
  if (!own || !recording || !isGoingOn()) return null;
  const { capture, sender, pauses } = own;
  set({ phase: 'stopping' });
  pauses.begin(capture.frame());
  await capture.flushed();
  capture.close();
  await within(endingMs.pending, Promise.all([own.order, keepParty()]));
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

/** Ends a recording that cannot continue. What has arrived is kept. */
export async function end(why: Ended): Promise<void> {
  const { recording } = state();
  const own = running();
  if (!recording || !own || !isGoingOn()) return;
  const { capture, sender } = own;
  set({ phase: 'stopping' });
  await capture.flushed();
  capture.close();
  const isWhole = why !== 'source_lost' || (await drained(sender));
  if (why !== 'source_lost') sender.end();
  if (why !== 'closed') {
    await within(endingMs.pending, keepParty());
    await close(recording.recording_id);
  }
  const cause = why === 'closed' && own.isFull ? 'disk_full' : why;
  over({ ended: { call_id: recording.call_id, why: isWhole ? cause : 'not_all_sent' } });
}

/** Ends the recording of a call on a full disk. A refusal without this reason may have ended it before. */
export function endFull(call_id: string): void {
  const { recording, ended } = state();
  if (ended?.call_id === call_id && ended.why === 'closed') set({ ended: { call_id, why: 'disk_full' } });
  const own = running();
  if (recording?.call_id !== call_id || !own) return;
  own.isFull = true;
  void end('disk_full');
}

function over(rest: Partial<State>): void {
  clearInterval(running()?.watch);
  setRunning(undefined);
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
