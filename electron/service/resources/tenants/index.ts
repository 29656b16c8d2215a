export { hasOtherTenants, storeSystemTenant } from './queries';
