import { keysOf } from './key';

const key = keysOf('notes');

export const noteKeys = {
  all: key(),
  ofCall: (call_id: string) => key('of call', call_id),
  one: (note_id: string) => key('one', note_id),
};
