import './texts';

export { CallKeyNames } from './call-key-names';
export { useWhoGrants } from './who-grants';
