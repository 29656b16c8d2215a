export { type FieldRule, valueFault } from './values';
