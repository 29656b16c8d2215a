export { importPaths } from './import-paths';
export { identifyFile, keepFile, peaksSuffix } from './keep-job';
export { resolveNames } from './names.queries';
export { insertImport, isStoredPath } from './queries';
export { importKey, probed, restoredKey } from './rules';
export { runningImports } from './running';
export { sources } from './sources';
export { importSummary } from './summary';
export { setWatchFolder, turnWatchFolder, watchFolder } from './watch/watch-folder';
