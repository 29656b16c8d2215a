import { keysOf } from './key';

const key = keysOf('saved searches');

/** Every saved search that the user sees. */
export const searchKeys = { every: key('every') };

/** Data that changes with a saved search. */
export const changedBySearch = [key()];
