export { insertReadyMade, removeReports } from './queries';
export { removeRuns, runInScope } from './runs/queries';
