export { CallPane } from './call-pane';
export { agentOf, customerOf, type Party } from './parties';
