import { keysOf } from './key';

/** Data that changes with an import preset. */
export const changedByImportPreset = [keysOf('import_presets')()];
