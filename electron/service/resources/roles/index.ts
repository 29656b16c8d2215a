export { heldRole } from './queries';
