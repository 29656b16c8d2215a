export { heldRole, storeRole } from './queries';
