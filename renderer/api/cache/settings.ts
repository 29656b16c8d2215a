import { keysOf } from './key';

export const settingsKey = keysOf('settings')();
