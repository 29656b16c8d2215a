import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from '../../ui/button';
import { OpenKitDialog } from './open-kit-dialog';

const useKitDialog = create<{ isOpen: boolean }>()(() => ({ isOpen: false }));

/** Removes the dialog with the words in it. */
export const closeKit = (): void => useKitDialog.setState({ isOpen: false });

/** The button that opens `KitDialog`, for an archive whose key is not in the keychain. */
export function OpenKit() {
  const { t } = useTranslation();
  return <Button onPress={() => useKitDialog.setState({ isOpen: true })}>{t('recoveryKit.openWith')}</Button>;
}

/**
 * The dialog. Mounted once next to the pages, because its buttons disappear with the page, or once the keychain has the
 * key.
 */
export function KitDialog() {
  const { isOpen } = useKitDialog();
  return isOpen && <OpenKitDialog onClose={closeKit} />;
}
