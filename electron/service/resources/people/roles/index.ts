export { heldRole, roleHooks, storeRole } from './queries';
