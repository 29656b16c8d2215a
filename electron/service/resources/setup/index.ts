export { createAdministrator, ensureArchive } from './first-run';
