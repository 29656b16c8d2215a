import { appendAudio, openRecording } from '@shared/contract/recordings';
import { Trace } from '@shared/recording-trace';
import { addressOf, api, ask } from '../../api/api';
import { changedByRecording } from '../../api/cache/recordings';
import { refresh } from '../../core/query-client';
import { AudioSender } from './audio-sender';
import { type Capture, openCapture } from './capture';
import { end } from './ending';
import { take } from './keeping';
import { type Block, Pauses } from './pauses';
import { look, lookMs } from './pausing';
import { setRunning } from './running';
import { forgetSound } from './sound';
import { idle, useRecorder, type Wanted } from './state';

const { getState: state, setState: set } = useRecorder;

/** The service closes a recording without a sender after 10 minutes. */
const greetMs = 60_000;

/** Begins a recording. A source or a service that refuses is in `error`. */
export async function start(wanted: Wanted): Promise<void> {
  if (state().phase !== 'idle') return;
  set({ ...idle, phase: 'starting', wanted, ended: null, error: null, owner: wanted.user.user_id });
  forgetSound();
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
    setRunning({
      capture,
      sender,
      pauses,
      trace,
      rate,
      keptFrames: 0,
      unheard: undefined,
      isFull: false,
      order: Promise.resolve(),
      acts: 0,
      pending: 0,
      naming: Promise.resolve(),
      watch: watch(sender),
    });
    takes = take;
    set({ phase: 'recording', recording: { recording_id, call_id } });
    void refresh(changedByRecording);
    if (isLost) void end('source_lost');
  } catch (error) {
    capture?.close();
    set({ ...idle, error });
  }
}

/** Reads the state of the recording at intervals, and keeps it open while it is paused. */
function watch(sender: AudioSender): ReturnType<typeof setInterval> {
  let greetedAt = performance.now();
  return setInterval(() => {
    void look();
    if (state().phase !== 'paused' || performance.now() - greetedAt < greetMs) return;
    greetedAt = performance.now();
    void sender.greet();
  }, lookMs);
}

const putTo = (recording_id: string) => async (offset: number, body: Uint8Array<ArrayBuffer>) => {
  const address = addressOf(appendAudio, { recording_id }, { offset });
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await ask(address, { method: 'PUT', headers, body });
  return appendAudio.response.parse(await response.json()).offset;
};
