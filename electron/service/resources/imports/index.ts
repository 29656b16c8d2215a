export { insertImport, isStoredPath, selectImported } from './queries';
export { probed, restoredKey } from './rules';
export { RunningImports, Sources } from './running';
export { importSummary, unreadableRecords } from './summary';
