export { importPaths } from './import-paths';
export { importList } from './lists/queries';
export { identifyFile, keepFile, peaksSuffix } from './keep-job';
export { resolveNames } from './names/queries';
export { insertImport, isStoredPath, selectImported } from './queries';
export { probed, restoredKey } from './rules';
export { runningImports } from './running';
export { sources } from './sources';
export { importSummary, unreadableRecords } from './summary';
