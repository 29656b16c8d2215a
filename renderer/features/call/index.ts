import './texts';

export { CallPane } from './call-pane';
export { useCodeText } from './code-text';
export { startSaving } from './saving';
export { SavingPanel } from './saving-panel';
export { useCall } from './use-call';
