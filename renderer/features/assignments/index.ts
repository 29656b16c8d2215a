import './texts';

export { AssignCalls } from './assign-calls';
export { AssignForm } from './assign-form';
export { CallEvaluations } from './call-evaluations';
export { type QueuePart, queueParts, useQueueCount } from './queue-count';
export { StatusMark, useStatusText } from './status-mark';
export { useActiveForms, usePeople } from './use-evaluations';
