export { anyFile, insertImport, interruptImports, isStoredPath } from './queries';
export { RunningImports, Sources } from './running';
export { importSummary, unreadableRecords } from './summary';
