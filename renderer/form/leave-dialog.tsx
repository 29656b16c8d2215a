import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

type Props = { hasUnsaved: () => boolean /** What would be lost. */; names: string };

/** Asks before unsaved changes are lost by leaving the page or closing the window. */
export function LeaveDialog({ hasUnsaved, names }: Props) {
  const { t } = useTranslation();
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    // Electron keeps the window open without asking, so this dialog asks.
    const onClose = (event: BeforeUnloadEvent) => {
      if (!hasUnsaved()) return;
      event.preventDefault();
      setClosing(true);
    };
    if (isClosing) return;
    window.addEventListener('beforeunload', onClose);
    return () => window.removeEventListener('beforeunload', onClose);
  }, [hasUnsaved, isClosing]);

  const stay = () => {
    setClosing(false);
    blocker.reset?.();
  };
  const leave = () => {
    if (isClosing) window.close();
    else blocker.proceed?.();
  };
  return (
    <Dialog
      open={isClosing || blocker.state === 'blocked'}
      onClose={stay}
      title={t('form.leaveTitle')}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={stay}>
            {t('form.stay')}
          </Button>
          <Button look="danger" onPress={leave}>
            {t('form.leave')}
          </Button>
        </>
      }
    >
      <p>{t('form.leaveText', { names })}</p>
    </Dialog>
  );
}
