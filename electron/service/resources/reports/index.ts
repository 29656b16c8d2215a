export { insertReadyMade, removeReports } from './queries';
export { readyMade } from './ready-made';
export { removeRuns } from './runs/queries';
