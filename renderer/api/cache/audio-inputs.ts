import { keysOf } from './key';

/** The microphones of this machine. */
export const audioInputsKey = keysOf('audio-inputs')('all');
