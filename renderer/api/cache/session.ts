import { type Key, keysOf } from './key';

export const sessionKey = keysOf('session')();
/** What the window knows of the machine. */
export const machineKey = keysOf('machine')();

/** Whether it stays when nobody is signed in any more. */
export const isOfNobody = ({ queryKey: [collection] }: { queryKey: Key }): boolean =>
  collection === machineKey[0] || collection === sessionKey[0];
