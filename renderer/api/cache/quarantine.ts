import { callKeys } from './calls';
import { keysOf } from './key';

export const quarantineKeys = { all: keysOf('quarantine')() };

/** What changes when recordings are brought back. */
export const changedByRestore = [quarantineKeys.all, callKeys.all];
