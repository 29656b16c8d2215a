export { agentOf, customerOf, nameOf, partyText } from './parties';
