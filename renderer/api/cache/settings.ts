import { keysOf } from './key';

export const settingsKey = keysOf('settings')();
export const damageKey = keysOf('damage')();
