export { insertReadyMade, removeReports } from './queries';
export { removeRuns } from './runs/queries';
