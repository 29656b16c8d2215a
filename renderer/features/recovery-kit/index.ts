export { OpenKit } from './open-kit';
export { RecoveryKitDialog } from './recovery-kit-dialog';
export { RecoveryKitForm } from './recovery-kit-form';
export { useRecoveryKit } from './use-recovery-kit';
