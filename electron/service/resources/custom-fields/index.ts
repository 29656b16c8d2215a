export { fieldNamed } from './queries';
export { valueFault } from './values';
