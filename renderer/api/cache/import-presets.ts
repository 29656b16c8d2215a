import { keysOf } from './key';

const key = keysOf('import_presets');

export const importPresetKeys = { choices: key('choices') };

/** Data that changes with an import preset. */
export const changedByImportPreset = [key()];
