export { keptBuiltins, keptPreset, presetFor } from './chosen';
export { type KeptPreset, selectKept, selectRecognised } from './queries';
