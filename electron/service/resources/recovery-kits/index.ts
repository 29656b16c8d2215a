export { kitState, openWithKit } from './open';
