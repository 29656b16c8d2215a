export { importPaths } from './import-paths';
export { identifyFile, keepFile, peaksSuffix } from './keep-job';
export { importList } from './lists/queries';
export { resolveNames } from './names/queries';
export { insertImport, isStoredPath, selectImported } from './queries';
export { probed, restoredKey } from './rules';
export { runningImports } from './running';
export { sources } from './sources';
export { importSummary, unreadableRecords } from './summary';
