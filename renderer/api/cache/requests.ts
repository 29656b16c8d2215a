import { keysOf } from './key';

/** The last requests of tools. */
export const requestsKey = keysOf('requests')();

/** The state of the API on this machine. */
export const apiDoorKey = keysOf('api')();
