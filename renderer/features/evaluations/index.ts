import './texts';

export { EvaluationsPage } from './evaluations-page';
export { QueuePage } from './queue-page';
export { ScoreNext } from './score-next';
