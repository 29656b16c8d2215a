export { type Round, roundInScope, storeRound } from './queries';
