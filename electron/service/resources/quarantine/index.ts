export { Quarantine } from './quarantine';
