export { QuarantineBanner } from './quarantine-banner';
