import './texts';

export { agentOf, customerOf, nameOf, partyText, unknownOf } from './parties';
export { useCallName } from './use-call-name';
