import { type Call, type CallFile, listenToCall } from '@shared/contract/calls';
import { addressOf } from '../../api/api';

/** Who is drawn and heard in a lane; `both` is the one lane of recordings that hold all speakers in one channel. */
export type Lane = 'agent' | 'customer' | 'both';

/** One file of a call on the call's timeline. */
export type Track = {
  file_id: string;
  url: string;
  codec: string;
  /** What howler needs to know beforehand; the address does not end in it. */
  format: 'mp3' | 'wav';
  offset_ms: number;
  duration_ms: number;
  /** The lane of each channel, first channel first. */
  lanes: Lane[];
};

/** Where one file ends and the next begins. `missing_ms` is what was not recorded in between, 0 if nothing. */
export type Gap = { position_ms: number; stop_time: string; start_time: string; missing_ms: number };

const time = (text: string) => Date.parse(text);

/** Where a track ends on the timeline. */
export const endOf = ({ offset_ms, duration_ms }: Track): number => offset_ms + duration_ms;

/** The length of a call: that of its audio, as the archive measured it. Decoders only estimate. */
export const lengthOf = (tracks: readonly Track[]): number => Math.max(0, ...tracks.map(endOf));

/**
 * Two files of one channel each that run at the same time are the two legs of the call. Joined one after the other they
 * would be no conversation.
 */
function areLegs([first, second, ...more]: readonly CallFile[]): boolean {
  if (!first || !second || more.length > 0) return false;
  if (first.channels !== 1 || second.channels !== 1) return false;
  return time(first.start_time) < time(second.stop_time) && time(second.start_time) < time(first.stop_time);
}

/**
 * What is played for a call: both legs at their own start times, or the files one after the other, whatever their
 * formats. Empty without audio.
 */
export function tracksOf(call: Call): Track[] {
  if (areLegs(call.files)) return legsOf(call);
  let offset_ms = 0;
  return call.files.map((file) => {
    const track = trackOf(call, file, offset_ms, file.channels > 1 ? ['agent', 'customer'] : ['both']);
    offset_ms = endOf(track);
    return track;
  });
}

function legsOf(call: Call): Track[] {
  const origin = Math.min(...call.files.map((file) => time(file.start_time)));
  const agentLeg = agentLegOf(call);
  return call.files.map((file, index) =>
    trackOf(call, file, time(file.start_time) - origin, [index === agentLeg ? 'agent' : 'customer']),
  );
}

const trackOf = (
  { call_id }: Call,
  { file_id, codec, duration_ms }: CallFile,
  offset_ms: number,
  lanes: Lane[],
): Track => ({
  file_id,
  url: addressOf(listenToCall, { call_id }, { file_id }),
  codec,
  format: codec === 'mp3' ? 'mp3' : 'wav',
  offset_ms,
  duration_ms,
  lanes,
});

/** Which of two legs is the agent's: the one that starts when the agent joined, else the first. */
function agentLegOf({ files, participants }: Call): number {
  const joined = participants.find((participant) => participant.party_type === 1)?.join_time;
  if (!joined) return 0;
  const [first = 0, second = 0] = files.map((file) => Math.abs(time(file.start_time) - time(joined)));
  return second < first ? 1 : 0;
}

/** The lanes a call is drawn in, from the top. One lane only if no file separates the speakers. */
export const lanesOf = (tracks: readonly Track[]): Lane[] =>
  tracks.length > 0 && tracks.every(({ lanes }) => lanes.includes('both')) ? ['both'] : ['agent', 'customer'];

/** Whether the speakers are separate at every moment of the audio. */
export const tellsApart = (tracks: readonly Track[]): boolean =>
  tracks.length > 0 && !tracks.some(({ lanes }) => lanes.includes('both'));

/** The channel of a track that belongs in a lane: a file with all speakers in one channel fills every lane. */
export function channelIn({ lanes }: Track, lane: Lane): number | null {
  const channel = lanes.includes('both') ? 0 : lanes.indexOf(lane);
  return channel < 0 ? null : channel;
}

/** The seams of a call whose files follow one another; none for legs. */
export function gapsOf({ files }: Call): Gap[] {
  if (areLegs(files)) return [];
  let position_ms = 0;
  return files.slice(1).map((file, index) => {
    const before = files[index] as CallFile;
    position_ms += before.duration_ms;
    // Ends are shown in whole seconds; subtracted, each would add up to a second to what is missing.
    const missing_ms = Math.max(0, time(file.start_time) - time(before.start_time) - before.duration_ms);
    return { position_ms, stop_time: before.stop_time, start_time: file.start_time, missing_ms };
  });
}
