export { keptBuiltins, keptPreset, presetFor } from './chosen';
export { type KeptPreset, selectRecognised } from './queries';
