export { agentOf, customerOf, partyText } from './parties';
