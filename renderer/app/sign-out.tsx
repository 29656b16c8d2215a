import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../core/session';
import { useCommand } from '../core/use-command';
import { stopRecording, useRecorder } from '../features/recorder';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Handles the command to sign out. It ends a recording of this window, so that it asks before. */
export function SignOut() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const isRecording = useRecorder(({ recording }) => recording !== null);
  const [asks, setAsks] = useState(false);
  const leave = () => {
    setAsks(false);
    // Nobody could end the recording of somebody who is gone.
    void stopRecording().then(() => signOut.mutate());
  };
  useCommand('signOut', isRecording ? () => setAsks(true) : leave);
  return (
    <Dialog
      open={asks}
      onClose={() => setAsks(false)}
      title={t('person.signOutTitle')}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={() => setAsks(false)}>
            {t('person.stay')}
          </Button>
          <Button look="danger" onPress={leave}>
            {t('person.signOutNow')}
          </Button>
        </>
      }
    >
      <p>{t('person.signOutText')}</p>
    </Dialog>
  );
}
