export { createAdministrator, ensureArchive, needsSetup } from './first-run';
