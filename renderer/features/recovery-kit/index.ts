import './texts';

export { closeKit, KitDialog, OpenKit } from './open-kit';
export { RecoveryKitDialog } from './recovery-kit-dialog';
export { RecoveryKitForm } from './recovery-kit-form';
export { usePutOff } from './use-put-off';
export { useRecoveryKit } from './use-recovery-kit';
