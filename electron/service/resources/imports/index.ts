export { insertImport, isStoredPath } from './queries';
export { probed } from './rules';
export { RunningImports, Sources } from './running';
export { importSummary, unreadableRecords } from './summary';
