export { CallPane } from './call-pane';
export { useCodeText } from './code-text';
export { useCall } from './use-call';
