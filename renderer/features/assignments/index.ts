import './texts';

export { AssignCalls } from './assign-calls';
export { AssignFields } from './assign-fields';
export { CallEvaluations } from './call-evaluations';
export { type QueuePart, queueParts, useQueueCount, useWaitingCount } from './queue-count';
export { StatusMark, shownStatus, useStatusText } from './status-mark';
export { useAssignment } from './use-assignment';
export { useActiveForms, usePeople } from './use-evaluations';
