import './texts';

export { directionIcon } from './direction-icon';
export { agentOf, customerOf, nameOf, partyText, unknownOf } from './parties';
export { useCallName } from './use-call-name';
