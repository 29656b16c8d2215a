import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { OpenKitDialog } from './open-kit-dialog';

/** The way back to the calls of an archive whose key is not in the keychain: a button, and the dialog behind it. */
export function OpenKit() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('recoveryKit.openWith')}</Button>
      {open && <OpenKitDialog onClose={() => setOpen(false)} />}
    </>
  );
}
