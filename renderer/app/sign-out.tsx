import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../core/session';
import { saveAtOnce, useGoToUnsaved } from '../core/unsaved';
import { useCommand } from '../core/use-command';
import { stopRecording, useRecorder } from '../features/recorder';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** What would end, or be lost: a recording of this window, and what is not saved. */
type Loss = { isRecording: boolean; names: readonly string[] };

/** Handles the command to sign out, which asks before something ends or is lost. */
export function SignOut() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const goToUnsaved = useGoToUnsaved();
  const isRecording = useRecorder(({ recording }) => recording !== null);
  const [asks, setAsks] = useState(false);
  const [loss, setLoss] = useState<Loss>({ isRecording: false, names: [] });
  const leave = () => {
    setAsks(false);
    // After a sign-out, nobody could end the recording.
    void stopRecording().then(() => signOut.mutate());
  };
  const ask = async () => {
    const names = await saveAtOnce();
    if (!isRecording && names.length === 0) return leave();
    setLoss({ isRecording, names });
    setAsks(true);
  };
  const stay = () => {
    setAsks(false);
    if (!loss.isRecording) goToUnsaved();
  };
  useCommand('signOut', () => void ask());
  return (
    <Dialog
      open={asks}
      onClose={() => setAsks(false)}
      title={t(loss.isRecording ? 'person.signOutTitle' : 'person.signOutUnsavedTitle')}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={stay}>
            {t(loss.isRecording ? 'person.stay' : 'person.keepEditing')}
          </Button>
          <Button look="danger" onPress={leave}>
            {t(loss.isRecording ? 'person.signOutNow' : 'person.signOutUnsaved')}
          </Button>
        </>
      }
    >
      {loss.isRecording && <p>{t('person.signOutText')}</p>}
      {loss.names.length > 0 && <p>{t('person.unsavedText', { names: loss.names.join(', ') })}</p>}
    </Dialog>
  );
}
