export { CallPane } from './call-pane';
export { useCodeText } from './code-text';
export { SavingPanel } from './saving-panel';
export { useCall } from './use-call';
