import { callKeys } from './calls';
import { keysOf } from './key';

export const quarantineKeys = { all: keysOf('quarantine')() };

/** Data that changes when recordings are restored. */
export const changedByRestore = [quarantineKeys.all, callKeys.all];
