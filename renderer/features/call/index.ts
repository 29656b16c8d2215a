export { CallPane } from './call-pane';
export { agentOf, customerOf } from './parties';
