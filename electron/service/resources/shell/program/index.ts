export { programUpdates } from './updates';
