import { type Key, keysOf } from './key';

export const sessionKey = keysOf('session')();
/** The state of the machine. */
export const machineKey = keysOf('machine')();
/** Whether the program stays without its window. */
export const keptKey = keysOf('kept')();
export const diagnosisKey = keysOf('diagnosis')();
export const updatesKey = keysOf('updates')();

/** Whether the entry stays in the cache when nobody is signed in. */
export const isOfNobody = ({ queryKey: [collection] }: { queryKey: Key }): boolean =>
  collection === machineKey[0] || collection === sessionKey[0];
