import './texts';

export { EvaluationsPage } from './evaluations-page';
export { Customer } from './queue-cells';
export { QueuePage } from './queue-page';
