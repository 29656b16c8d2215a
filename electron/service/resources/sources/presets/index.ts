export { type KeptPreset, selectRecognised } from './queries';
