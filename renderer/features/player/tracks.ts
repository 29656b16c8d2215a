import { PartyType } from '@shared/codes';
import { type Call, type CallFile, listenToCall } from '@shared/contract/calls';
import { addressOf } from '../../api/api';

/** The speaker of a lane; `both` is the only lane of recordings with all speakers in one channel. */
export type Lane = 'agent' | 'customer' | 'both';

/** One file of a call on the call's timeline. */
export type Track = {
  file_id: string;
  url: string;
  codec: string;
  offset_ms: number;
  duration_ms: number;
  /** The lane of each channel, first channel first. */
  lanes: Lane[];
};

/**
 * The boundary between two files. `missing_ms` is the time between them that was not recorded, or 0. `isPaused`: because
 * someone paused the recording.
 */
export type Gap = {
  position_ms: number;
  stop_time: string;
  start_time: string;
  missing_ms: number;
  isPaused: boolean;
};

const time = (text: string) => Date.parse(text);

/** The end of a track on the timeline. */
export const endOf = ({ offset_ms, duration_ms }: Track): number => offset_ms + duration_ms;

/** The length of a call's audio, as measured by the archive. Decoders only estimate it. */
export const lengthOf = (tracks: readonly Track[]): number => Math.max(0, ...tracks.map(endOf));

/**
 * Two files of one channel each that run at the same time are the two legs of the call. Played in sequence, they would
 * not be a conversation.
 */
function areLegs([first, second, ...more]: readonly CallFile[]): boolean {
  if (!first || !second || more.length > 0) return false;
  if (first.channels !== 1 || second.channels !== 1) return false;
  return time(first.start_time) < time(second.stop_time) && time(second.start_time) < time(first.stop_time);
}

/**
 * The tracks of a call: both legs at their own start times, or the files in sequence, whatever their formats. Empty
 * without audio.
 */
export function tracksOf(call: Call): Track[] {
  if (areLegs(call.files)) return legsOf(call);
  let offset_ms = 0;
  return call.files.map((file) => {
    const track = trackOf(call, file, offset_ms, channelsOf(file));
    offset_ms = endOf(track);
    return track;
  });
}

/** The lanes of the channels of a file. The agent is on the left one, unless the import said otherwise. */
function channelsOf({ channels, agent_channel }: CallFile): Lane[] {
  if (channels < 2) return ['both'];
  return agent_channel === 'right' ? ['customer', 'agent'] : ['agent', 'customer'];
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
  // Chromium seeks by estimate in MP3, up to seconds away from the waveform.
  url: addressOf(listenToCall, { call_id }, { file_id, ...(codec === 'mp3' && { as: 'wav' as const }) }),
  codec,
  offset_ms,
  duration_ms,
  lanes,
});

/** The leg of the agent: the one that starts when the agent joined, otherwise the first. */
function agentLegOf({ files, participants }: Call): number {
  const joined = participants.find((participant) => participant.party_type === PartyType.agent)?.join_time;
  if (!joined) return 0;
  const [first = 0, second = 0] = files.map((file) => Math.abs(time(file.start_time) - time(joined)));
  return second < first ? 1 : 0;
}

/** The lanes of a call, from the top. Only one if no file separates the speakers. */
export const lanesOf = (tracks: readonly Track[]): Lane[] =>
  tracks.length > 0 && tracks.every(({ lanes }) => lanes.includes('both')) ? ['both'] : ['agent', 'customer'];

/** The channel of a track that belongs to a lane. A file with all speakers in one channel fills every lane. */
export function channelIn({ lanes }: Track, lane: Lane): number | null {
  const channel = lanes.includes('both') ? 0 : lanes.indexOf(lane);
  return channel < 0 ? null : channel;
}

/** The boundaries of files that follow one another; none for legs. */
export function gapsOf({ files, paused_spans }: Pick<Call, 'files' | 'paused_spans'>): Gap[] {
  if (areLegs(files)) return [];
  let position_ms = 0;
  return files.slice(1).map((file, index) => {
    const before = files[index] as CallFile;
    position_ms += before.duration_ms;
    // End times are in whole seconds. Subtracting them would add up to a second per file to what is missing.
    const end = time(before.start_time) + before.duration_ms;
    const start = time(file.start_time);
    // A span has whole seconds.
    const isPaused = paused_spans.some(
      (span) => time(span.start_time) < start && (span.stop_time === null || time(span.stop_time) + 1000 > end),
    );
    const missing_ms = Math.max(0, start - end);
    return { position_ms, stop_time: before.stop_time, start_time: file.start_time, missing_ms, isPaused };
  });
}
