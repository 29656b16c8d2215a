import './texts';
import { lazy, Suspense, useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { SignInPage } from '../features/sign-in';
import { Broken } from './broken';
import { Home, PlacePage } from './place-page';
import { places } from './places';
import { Root } from './root';

const FirstRunPage = lazy(async () => ({ default: (await import('../features/first-run')).FirstRunPage }));
const SecondFactorPage = lazy(async () => ({ default: (await import('../features/second-factor')).SecondFactorPage }));
const NewPasswordPage = lazy(async () => ({ default: (await import('../features/account')).NewPasswordPage }));
const AccountPage = lazy(async () => ({ default: (await import('../features/account')).AccountPage }));
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
