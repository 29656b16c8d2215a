import { CallState, RecordState } from '@shared/codes';
import {
  appendAudio,
  chooseOnDemand,
  closeRecording,
  listEndedRecordings,
  listRecordings,
  maxPieceBytes,
  muteCall,
  nameRecordedParties,
  type OpenRecording,
  openRecording,
  type Recording,
  readRecording,
  readRecordingLevels,
} from '@shared/contract/recordings';
import { reason } from '@shared/reasons/reasons';
import { mustHold } from '../../../access/actor';
import type { Service } from '../../../context';
import { Finished } from '../../../http/answers';
import type { Asked } from '../../../http/handle';
import { listed } from '../../../http/paging';
import { Streams } from '../../../http/streams';
import { arriving, mustFit } from '../../../http/validate';
import { whileAllowed } from '../../../http/while-allowed';
import { found, notFound, Refusal } from '../../../refusal';
import { isoInZone } from '../../../zones';
import { endedRecordingList } from './ended.queries';
import { openRecordingList } from './list.queries';
import type { LiveRecording } from './live-recording';
import { nameParties } from './parties.queries';
import { selectRecording } from './queries';
import { selectRecordedCall } from './reach.queries';
import { recorder } from './recorder';
import { chooseOnDemand as storeChoice } from './rules/queries';
import { salvage } from './salvage/salvage';

export function recordingRoutes(service: Service): void {
  const { handle, store, part, now } = service;
  part(salvage);
  const recordings = part(recorder);
  const senders = new Streams({ perPerson: 40, inAll: 48, why: reason('too_many_senders') });

  handle(openRecording, async ({ body: { recording }, actor, scope, by }) => {
    const { call, ...sound } = recording;
    // A call that is connected already began then at the latest.
    const { setup_time = Math.min(now(), call.connect_time ?? Number.POSITIVE_INFINITY), ...rest } = call;
    const pushed = { ...rest, setup_time, call_state: CallState.connected };
    const opened = await recordings.open({ ...sound, tenant_id: actor.tenant_id, call: pushed, scope }, by);
    const { recording_id, call_id } = opened;
    const url = readRecording.path.replace(':recording_id', recording_id);
    return new Finished(Response.json({ url, recording_id, call_id }, { status: 201, headers: { Location: url } }));
  });

  const asItIs = (recording: OpenRecording, zone: string): OpenRecording => {
    const live = recordings.find(recording.recording_id);
    const leftOff = live?.leftOff;
    const interrupted = leftOff ? { at: isoInZone(leftOff.at, zone), kept_ms: leftOff.kept_ms } : null;
    // A pause may not be stored yet.
    return { ...recording, interrupted, ...(live?.status === 'paused' && { status: 'paused' }) };
  };
  handle(listRecordings, listed(store, listRecordings, openRecordingList, asItIs));

  handle(listEndedRecordings, listed(store, listEndedRecordings, endedRecordingList));

  type AboutRecording = Pick<Asked<typeof readRecording>, 'params' | 'scope' | 'actor'>;
  const read = async ({ params: { recording_id }, scope, actor: { zone } }: AboutRecording) => {
    const stored = found(await store.get(selectRecording, { recording_id, scope, zone }));
    const live = recordings.find(recording_id);
    const recording: Recording = {
      recording_id,
      call_id: stored.call_id,
      status: live?.status ?? stored.status,
      offset: live?.offset ?? stored.taken,
      paused_spans: JSON.parse(stored.paused_spans),
      resumes_at: live?.resumesAt === undefined ? null : isoInZone(live.resumesAt, zone),
    };
    return { recording };
  };
  handle(readRecording, read);

  handle(readRecordingLevels, async ({ params: { recording_id }, scope }) => {
    found(await store.get(selectRecording, { recording_id, scope, zone: 'UTC' }));
    const live = mustBeOpen(recordings.find(recording_id));
    const { about, picture, offset, isSending, tool } = live;
    const levels = {
      channels: about.channels,
      marks: [...picture.marksAt(live.at())],
      offset,
      is_sending: isSending,
      tool,
    };
    return { levels };
  });

  handle(nameRecordedParties, async (asked) => {
    const { params, body, scope, by } = asked;
    // The rules of the new numbers may put the call out of the caller's reach.
    const answer = await read(asked);
    await store.write(nameParties, { ...params, parties: body.recording.call, scope }, by);
    return answer;
  });

  handle(appendAudio, async ({ params: { recording_id }, query: { offset }, request, actor, scope, again }) => {
    const { user_id } = found(await store.get(selectRecording, { recording_id, scope, zone: 'UTC' }));
    // Otherwise the audio of somebody else could be put between two requests of the sender.
    if (user_id !== actor.user_id) throw new Refusal('PermissionError', reason('recording_of_another'));
    mustFit(Number(request.headers.get('content-length') ?? 0), maxPieceBytes);
    const live = mustBeOpen(recordings.find(recording_id));
    const leave = senders.take(actor.user_id, request);
    try {
      const pieces = whileAllowed(again, arriving(request));
      return { offset: await live.receive(offset, pieces, actor.tool?.name) };
    } finally {
      leave();
    }
  });

  handle(closeRecording, async ({ params: { recording_id }, scope, by }) => {
    const { call_id } = found(await store.get(selectRecording, { recording_id, scope, zone: 'UTC' }));
    await recordings.find(recording_id)?.end('request', by);
    return { call_id };
  });

  handle(muteCall, async ({ params: { call_id }, query, actor, scope, by }) => {
    found(await store.get(selectRecordedCall, { call_id, scope }));
    mustHold(actor, muteCall.permission);
    const { action, resume_after } = query();
    const live = recordings.ofCall(call_id);
    mustGoOn(live);
    await (action === 'mute' ? live.pause(by, resume_after) : live.resume(by));
    // It may have been closed meanwhile.
    mustGoOn(live);
    return { call_id, record_state: live.status === 'paused' ? RecordState.paused : RecordState.recording };
  });

  handle(chooseOnDemand, async ({ params: { call_id }, query, actor, scope, by }) => {
    found(await store.get(selectRecordedCall, { call_id, scope }));
    mustHold(actor, chooseOnDemand.permission);
    const on_demand_state = query().action === 'keep' ? 1 : 0;
    await store.write(storeChoice, { call_id, on_demand_state, scope }, by);
    return { call_id, on_demand_state };
  });
}

function mustBeOpen(live: LiveRecording | undefined): LiveRecording {
  if (!live) throw new Refusal('Gone', reason('recording_closed'));
  return live;
}

function mustGoOn(live: LiveRecording | undefined): asserts live {
  if (!live || live.status === 'closed') throw notFound(reason('not_being_recorded'));
}
