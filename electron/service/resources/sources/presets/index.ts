export { keptPreset, ownBuiltins, presetFor } from './chosen';
export { type KeptPreset, selectRecognised } from './queries';
