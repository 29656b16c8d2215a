export { valueFault } from './values';
