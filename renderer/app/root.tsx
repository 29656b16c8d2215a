import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useMachine } from '../api/machine';
import { useLeft } from '../core/left';
import { mustDo, SignedIn, useForgetData, useSession } from '../core/session';
import { useCommandKeys } from '../core/use-command';
import { PaneError } from '../ui/pane-error';
import styles from './root.module.css';
import { useZoomCommands } from './zoom';

/** Whether the page is only shown before the user can work. */
const isEntrance = (path: string): boolean => ['/sign-in', '/new-password', '/second-factor'].includes(path);

const entranceFor = { password: '/new-password', 'second factor': '/second-factor' } as const;

/** Decides by the machine and the session which page is shown: first run, sign-in, a new password, the second factor, or the requested page. */
export function Root() {
  const { t } = useTranslation();
  useCommandKeys();
  useZoomCommands();
  const machine = useMachine();
  const needsSetup = machine.data?.needs_setup ?? false;
  const session = useSession(machine.data?.needs_setup === false);
  const { pathname } = useLocation();
  const back = useLeft(({ left }) => left?.address ?? '/');
  useForgetData(session.data === null);

  // If a refetch fails, the previous data is still valid.
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
  // The same element for every user, because the first run continues when its session begins; but pages do not
  // continue from the view of one user to that of another.
  const view = session.data?.viewer ? session.data.user.user_id : '';
  const page = (
    <SignedIn key={view} value={session.data ?? null}>
      <Suspense>
        <Outlet />
      </Suspense>
    </SignedIn>
  );
  if (needsSetup) return pathname === '/first-run' ? page : <Navigate to="/first-run" replace />;
  if (session.data === undefined) return null;

  // The first run continues with the recovery kit after the user exists, so it decides itself when it is finished.
  if (pathname === '/first-run') return session.data ? page : <Navigate to="/sign-in" replace />;
  const first = session.data && mustDo(session.data);
  const at = session.data === null ? '/sign-in' : first && entranceFor[first];
  if (at) return pathname === at ? page : <Navigate to={at} replace />;
  if (!isEntrance(pathname)) return page;
  return <Navigate to={isEntrance(back) ? '/' : back} replace />;
}
