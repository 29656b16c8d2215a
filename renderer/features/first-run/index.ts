export { FirstRunPage } from './first-run-page';
export { RecoveryKitDialog } from './recovery-kit-dialog';
