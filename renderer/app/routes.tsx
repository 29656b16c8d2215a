import './texts';
import { lazy, useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { SignInPage } from '../features/sign-in';
import { Broken } from './broken';
import { Home, PlacePage } from './place-page';
import { places } from './places';
import { Root } from './root';

const FirstRunPage = lazy(async () => ({ default: (await import('../features/first-run')).FirstRunPage }));
const loadShell = async () => ({ default: (await import('./shell')).Shell });
const Shell = lazy(loadShell);

/** Signing in. What comes after it is read while the person types. */
function SignIn() {
  useEffect(() => {
    const reading = requestIdleCallback(() => void Promise.all([loadShell(), places[0]?.load()]));
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
      {
        element: <Shell />,
        // A place of administration has its records below it.
        children: places.map((place) => ({
          path: place.group ? `${place.path}/*` : place.path,
          element: <PlacePage key={place.path} place={place} />,
        })),
      },
      { path: '*', element: <Home /> },
    ],
  },
]);

export const Routes = () => <RouterProvider router={router} />;
