export { type OpenedKit, openWithKit } from './open';
