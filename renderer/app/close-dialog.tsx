import { useEffect, useState } from 'react';
import { bridge } from '../api/bridge';
import { saveAtOnce, unsavedNames, useGoToUnsaved } from '../core/unsaved';
import { LeaveQuestion } from '../form/leave-dialog';

/** Asks before the window is closed while something is not saved. */
export function CloseDialog() {
  const [names, setNames] = useState<string | null>(null);
  const goToUnsaved = useGoToUnsaved();
  const asks = names !== null;
  useEffect(() => {
    // The second time, it is closed.
    if (asks) return;
    // Electron keeps the window open without asking, so this dialog asks.
    const onClose = (event: BeforeUnloadEvent) => {
      if (unsavedNames().length === 0) return;
      event.preventDefault();
      void saveAtOnce().then((left) => {
        if (left.length === 0) void bridge.close();
        else setNames(left.join(', '));
      });
    };
    window.addEventListener('beforeunload', onClose);
    return () => window.removeEventListener('beforeunload', onClose);
  }, [asks]);
  const stay = () => {
    setNames(null);
    goToUnsaved();
  };
  return <LeaveQuestion open={asks} names={names ?? ''} onStay={stay} onLeave={() => void bridge.close()} />;
}
