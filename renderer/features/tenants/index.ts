import './texts';

export { TenantsPage } from './tenants-page';
