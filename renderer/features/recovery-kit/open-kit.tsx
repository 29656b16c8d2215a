import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from '../../ui/button';
import { OpenKitDialog } from './open-kit-dialog';

const useKitDialog = create<{ isOpen: boolean }>()(() => ({ isOpen: false }));

/** Takes the dialog away with the words in it. */
export const closeKit = (): void => useKitDialog.setState({ isOpen: false });

/** The way back to the calls of an archive whose key is not in the keychain: a button that opens `KitDialog`. */
export function OpenKit() {
  const { t } = useTranslation();
  return <Button onPress={() => useKitDialog.setState({ isOpen: true })}>{t('recoveryKit.openWith')}</Button>;
}

/** The dialog. Mounted once beside the pages: its buttons go away with the page, or once the keychain has the key. */
export function KitDialog() {
  const { isOpen } = useKitDialog();
  return isOpen && <OpenKitDialog onClose={closeKit} />;
}
