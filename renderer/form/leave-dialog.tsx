import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useUnsaved } from '../core/unsaved';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

type Props = { hasUnsaved: () => boolean /** What would be lost. */; names: string };

/** Asks before unsaved changes are lost by leaving the page. Those who close the window or sign out are asked as well. */
export function LeaveDialog({ hasUnsaved, names }: Props) {
  useUnsaved(() => (hasUnsaved() ? names : null));
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <LeaveQuestion
      open={blocker.state === 'blocked'}
      names={names}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

type QuestionProps = { open: boolean; names: string; onStay: () => void; onLeave: () => void };

/** The question before unsaved changes are lost. */
export function LeaveQuestion({ open, names, onStay, onLeave }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('form.leaveTitle')}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={onStay}>
            {t('form.stay')}
          </Button>
          <Button look="danger" onPress={onLeave}>
            {t('form.leave')}
          </Button>
        </>
      }
    >
      <p>{t('form.leaveText', { names })}</p>
    </Dialog>
  );
}
