import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { PaneError } from '../ui/pane-error';
import styles from './root.module.css';
import { useMachine, useSession } from './session';

/** Decides by the machine and the session which page one sees: first run, sign-in, or where one wanted to go. */
export function Root() {
  const { t } = useTranslation();
  const machine = useMachine();
  const needsSetup = machine.data?.needs_setup ?? false;
  const session = useSession();
  const { pathname, search, state } = useLocation();

  const failed = machine.error ?? session.error;
  if (failed) {
    const again = () => void Promise.all([machine.refetch(), session.refetch()]);
    return (
      <main className={styles.centre}>
        <PaneError title={t('root.failed')} error={failed} onRetry={again} />
      </main>
    );
  }
  if (machine.data === undefined || session.data === undefined) return null;

  // The first run goes on with the recovery kit when there is a user already, so it says itself when it is done.
  if (pathname === '/first-run') return needsSetup || session.data ? <Outlet /> : <Navigate to="/sign-in" replace />;
  if (needsSetup) return <Navigate to="/first-run" replace />;
  const wanted = (state as { from?: string } | null)?.from ?? '/review';
  if (pathname === '/sign-in') return session.data ? <Navigate to={wanted} replace /> : <Outlet />;
  if (session.data === null) return <Navigate to="/sign-in" replace state={{ from: pathname + search }} />;
  return <Outlet />;
}
