import './texts';

export { EvaluationsPage } from './evaluations-page';
export { QueuePage } from './queue-page';
