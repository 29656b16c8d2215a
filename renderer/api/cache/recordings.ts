import { callKeys } from './calls';
import { keysOf } from './key';

const key = keysOf('recordings');

export const recordingKeys = {
  /** The recordings that are not closed. */
  open: key('open'),
  /** Those that have ended last. */
  ended: key('ended'),
  /** The levels of a recording, read again while it is shown. */
  levels: (recording_id: string) => key('levels', recording_id),
};

/** Data that changes when a recording is opened, paused, resumed or closed. */
export const changedByRecording = [recordingKeys.open, recordingKeys.ended, callKeys.all];
