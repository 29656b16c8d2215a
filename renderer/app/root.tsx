import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useMachine } from '../api/machine';
import { useLeft } from '../core/left';
import { SignedIn, useForgetData, useSession } from '../core/session';
import { useCommandKeys } from '../core/use-command';
import { PaneError } from '../ui/pane-error';
import styles from './root.module.css';
import { useZoomCommands } from './zoom';

/** Decides by the machine and the session which page one sees: first run, sign-in, or where one wanted to go. */
export function Root() {
  const { t } = useTranslation();
  useCommandKeys();
  useZoomCommands();
  const machine = useMachine();
  const needsSetup = machine.data?.needs_setup ?? false;
  const session = useSession(machine.data?.needs_setup === false);
  const { pathname } = useLocation();
  useForgetData(session.data === null);

  // Looked at again and failed, it is still known from before.
  const failed = (machine.data === undefined ? machine.error : null) ?? session.error;
  if (failed) {
    const again = () => void Promise.all([machine.refetch(), session.refetch()]);
    return (
      <main className={styles.centre}>
        <PaneError title={t('root.failed')} error={failed} onRetry={again} />
      </main>
    );
  }
  if (machine.data === undefined) return null;
  // The same element whoever is signed in: the first run goes on while its session begins.
  const page = (
    <SignedIn value={session.data ?? null}>
      <Suspense>
        <Outlet />
      </Suspense>
    </SignedIn>
  );
  if (needsSetup) return pathname === '/first-run' ? page : <Navigate to="/first-run" replace />;
  if (session.data === undefined) return null;

  // The first run goes on with the recovery kit when there is a user already, so it says itself when it is done.
  if (pathname === '/first-run') return session.data ? page : <Navigate to="/sign-in" replace />;
  if (pathname === '/sign-in') {
    if (session.data === null) return page;
    return <Navigate to={useLeft.getState().left?.address ?? '/'} replace />;
  }
  return session.data === null ? <Navigate to="/sign-in" replace /> : page;
}
