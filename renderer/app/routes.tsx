import { createBrowserRouter, Navigate, RouterProvider } from 'react-router';
import { ReviewPage } from '../features/calls';
import { FirstRunPage } from '../features/first-run';
import { SignInPage } from '../features/sign-in';
import { Broken } from './broken';
import { Root } from './root';
import { Shell } from './shell';

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Broken />,
    children: [
      { path: '/first-run', element: <FirstRunPage /> },
      { path: '/sign-in', element: <SignInPage /> },
      { element: <Shell />, children: [{ path: '/review', element: <ReviewPage /> }] },
      { path: '*', element: <Navigate to="/review" replace /> },
    ],
  },
]);

export const Routes = () => <RouterProvider router={router} />;
