import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { closeKit, KitDialog, OpenKit } from './open-kit';
export { RecoveryKitDialog } from './recovery-kit-dialog';
export { RecoveryKitForm } from './recovery-kit-form';
export { usePutOff } from './use-put-off';
export { useRecoveryKit } from './use-recovery-kit';
