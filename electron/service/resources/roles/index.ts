export { heldRole } from './queries';
export { mustNotExceed } from './rules';
