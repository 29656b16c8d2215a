import './texts';

export { QuarantineBanner } from './quarantine-banner';
