import './texts';

export { AssignCalls } from './assign-calls';
export { CallEvaluations } from './call-evaluations';
export { type QueuePart, queueParts, useQueueCount } from './queue-count';
export { StatusMark, useStatusText } from './status-mark';
