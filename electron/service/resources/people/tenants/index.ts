export { hasOtherTenants, noteReports, storeSystemTenant, tenantHooks } from './queries';
