export { newKit } from './new-kit';
export { kitState, openWithKit } from './open';
