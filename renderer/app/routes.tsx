import { holds } from '@shared/permissions';
import { zoomRange } from '@shared/preferences';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation, useRouteError } from 'react-router';
import { useMachine } from '../api/machine';
import { usePreferences } from '../core/preferences';
import { mustDo, SignedIn, useForgetData, useSession, useSignedIn } from '../core/session';
import { useEndedSession } from '../core/session-restore';
import { useCommand, useCommandKeys } from '../core/use-command';
import { SignInPage } from '../features/sign-in';
import { addTexts } from '../i18n/i18n';
import { PaneError } from '../ui/pane-error';
import { type Place, places, useOwnPlaces } from './places';
import styles from './routes.module.css';
import de from './texts.de.json';
import en from './texts.en.json';

/** The page of a place, for users whose role may see it. */
function PlacePage({ place: { permission, ofTenants = false, name, Page } }: { place: Place }) {
  const { multi_tenancy, role } = useSignedIn();
  if (ofTenants && !multi_tenancy) return <Home />;
  // As the sidebar decides: while viewing as another user, the pages are those of that user.
  if (!holds(role.permissions, permission)) return <NotForRole name={name} />;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}

/** Replaces a page that the role may not see: explains that, and who can change it. */
function NotForRole({ name }: Pick<Place, 'name'>) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  return (
    <main className={styles.page} aria-label={t(name)} data-no-deck>
      <h1 className={styles.title} data-page-focus tabIndex={-1}>
        {t('root.notForRole')}
      </h1>
      <p className={styles.text}>{t('root.notForRoleText', { role: role.name, page: t(name) })}</p>
    </main>
  );
}

/** The start page: the first place that the role may see. */
function Home() {
  const [own] = useOwnPlaces();
  const first = own ?? places.find(({ under }) => !under);
  return <Navigate to={first?.path ?? '/'} replace />;
}

/** An error of the window itself: reports it and offers to reload the page. */
function Broken() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <main className={styles.centre}>
      <PaneError title={t('root.broken')} error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}

/** Whether the page is only shown before the user can work. */
const isEntrance = (path: string): boolean => ['/sign-in', '/new-password', '/second-factor'].includes(path);

const entranceFor = { password: '/new-password', 'second factor': '/second-factor' } as const;

/** Decides by the machine and the session which page is shown: first run, sign-in, a new password, the second factor, or the requested page. */
function Root() {
  const { t } = useTranslation();
  useCommandKeys();
  useZoomCommands();
  const machine = useMachine();
  const needsSetup = machine.data?.needs_setup ?? false;
  const session = useSession(machine.data?.needs_setup === false);
  const { pathname } = useLocation();
  const back = useEndedSession(({ left }) => left?.address ?? '/');
  const [isOpening, setOpening] = useState(pathname === '/');
  if (isOpening && pathname !== '/') setOpening(false);
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
  // A window that is opened again continues where the last one was.
  const continues = isOpening && back !== '/';
  if (!isEntrance(pathname) && !continues) return page;
  return <Navigate to={isEntrance(back) ? '/' : back} replace />;
}

const { min, max } = zoomRange;
const steps = [min, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, max];

/** Ctrl +, Ctrl − and Ctrl 0, on every page. */
function useZoomCommands(): void {
  const { zoom, change } = usePreferences();
  useCommand('zoomIn', () => change({ zoom: steps.find((step) => step > zoom) ?? max }));
  useCommand('zoomOut', () => change({ zoom: steps.findLast((step) => step < zoom) ?? min }));
  useCommand('zoomReset', () => change({ zoom: 1 }));
}

const FirstRunPage = lazy(async () => ({ default: (await import('../features/first-run')).FirstRunPage }));
const SecondFactorPage = lazy(async () => ({ default: (await import('../features/second-factor')).SecondFactorPage }));
const NewPasswordPage = lazy(async () => ({ default: (await import('../features/account')).NewPasswordPage }));
const AccountPage = lazy(async () => ({ default: (await import('../features/account')).AccountPage }));
const ImportPage = lazy(async () => ({ default: (await import('../features/imports')).ImportPage }));
const PhoneSystemsPage = lazy(async () => ({ default: (await import('../features/phone-systems')).PhoneSystemsPage }));
const PreferencesPage = lazy(async () => ({ default: (await import('../features/preferences')).PreferencesPage }));
const loadShell = async () => ({ default: (await import('./shell')).Shell });
const Shell = lazy(loadShell);

/** The sign-in page. The pages that come next are loaded while the user types: the first ones of most roles. */
function SignIn() {
  useEffect(() => {
    const reading = requestIdleCallback(
      () => void Promise.all([loadShell(), ...places.slice(0, 2).map(({ load }) => load())]),
    );
    return () => cancelIdleCallback(reading);
  }, []);
  return <SignInPage />;
}

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Broken />,
    children: [
      { path: '/first-run', element: <FirstRunPage /> },
      { path: '/sign-in', element: <SignIn /> },
      { path: '/new-password', element: <NewPasswordPage /> },
      { path: '/second-factor', element: <SecondFactorPage /> },
      {
        element: <Shell />,
        children: [
          ...places.map((place) => ({
            path: place.group || place.hasPages ? `${place.path}/*` : place.path,
            element: <PlacePage key={place.path} place={place} />,
          })),
          {
            path: '/import',
            element: (
              <Suspense>
                <ImportPage />
              </Suspense>
            ),
          },
          {
            path: '/phone-systems',
            element: (
              <Suspense>
                <PhoneSystemsPage />
              </Suspense>
            ),
          },
          {
            path: '/account',
            element: (
              <Suspense>
                <AccountPage />
              </Suspense>
            ),
          },
          {
            path: '/preferences',
            element: (
              <Suspense>
                <PreferencesPage />
              </Suspense>
            ),
          },
        ],
      },
      { path: '*', element: <Home /> },
    ],
  },
]);

export const Routes = () => <RouterProvider router={router} />;

type Own = typeof en;
declare module '../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);
