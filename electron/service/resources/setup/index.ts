export { createAdministrator, ensureArchive } from './first-run';
export { systemTenant } from './queries';
