export { type MasterSealed, masterKeyChanged, masterKeyHooks } from './queries';
export { masterSealed } from './secrets';
