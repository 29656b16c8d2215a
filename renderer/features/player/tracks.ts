import { type Call, type CallFile, listenToCall } from '@shared/contract/calls';
import { addressOf } from '../../api/api';

/** Who is drawn and heard in a lane; `both` is the one lane of a recording that does not part its speakers. */
export type Lane = 'agent' | 'customer' | 'both';

/** One stream of sound on the timeline of a call. */
export type Track = {
  file_id: string | null;
  url: string;
  /** What howler needs to know beforehand; the address does not end in it. */
  format: 'mp3' | 'wav';
  offset_ms: number;
  duration_ms: number;
  /** The lane of each channel, first channel first. */
  lanes: Lane[];
};

/** Where one file ends and the next begins, on the timeline of the joined stream. */
export type Gap = { position_ms: number; stop_time: string; start_time: string };

const time = (text: string) => Date.parse(text);
const formatOf = (file: CallFile | undefined): Track['format'] => (file?.codec === 'mp3' ? 'mp3' : 'wav');
const address = (call: Call, file_id?: string) => addressOf(listenToCall, { call_id: call.call_id }, { file_id });

/**
 * Two files of one channel each that run at the same time are the two legs of the call (wire.md, Import). Joined one
 * after the other they would be no conversation.
 */
export function areLegs([first, second, ...more]: readonly CallFile[]): boolean {
  if (!first || !second || more.length > 0) return false;
  if (first.channels !== 1 || second.channels !== 1) return false;
  return time(first.start_time) < time(second.stop_time) && time(second.start_time) < time(first.stop_time);
}

/** What is played for a call: the joined stream, or both legs at their own start times. Empty without audio. */
export function tracksOf(call: Call): Track[] {
  const { files } = call;
  if (files.length === 0) return [];
  if (areLegs(files)) return legsOf(call);
  const [first] = files;
  return [
    {
      file_id: null,
      url: address(call),
      format: formatOf(first),
      offset_ms: 0,
      duration_ms: files.reduce((sum, file) => sum + file.duration_ms, 0),
      lanes: (first?.channels ?? 1) > 1 ? ['agent', 'customer'] : ['both'],
    },
  ];
}

function legsOf(call: Call): Track[] {
  const origin = Math.min(...call.files.map((file) => time(file.start_time)));
  const agentLeg = agentLegOf(call);
  return call.files.map((file, index) => ({
    file_id: file.file_id,
    url: address(call, file.file_id),
    format: formatOf(file),
    offset_ms: time(file.start_time) - origin,
    duration_ms: file.duration_ms,
    lanes: [index === agentLeg ? 'agent' : 'customer'],
  }));
}

/** Which of two legs is the agent's: the one that starts when the agent joined, else the first. */
function agentLegOf({ files, participants }: Call): number {
  const joined = participants.find((participant) => participant.party_type === 1)?.join_time;
  if (!joined) return 0;
  const [first = 0, second = 0] = files.map((file) => Math.abs(time(file.start_time) - time(joined)));
  return second < first ? 1 : 0;
}

/** The lanes a call is drawn in, from the top. */
export function lanesOf(tracks: readonly Track[]): Lane[] {
  const lanes = tracks.flatMap((track) => track.lanes);
  return lanes.includes('both') ? ['both'] : ['agent', 'customer'];
}

/** The seams of a call whose files follow one another; none for legs. */
export function gapsOf({ files }: Call): Gap[] {
  if (areLegs(files)) return [];
  let position_ms = 0;
  return files.slice(1).map((file, index) => {
    const before = files[index] as CallFile;
    position_ms += before.duration_ms;
    return { position_ms, stop_time: before.stop_time, start_time: file.start_time };
  });
}
