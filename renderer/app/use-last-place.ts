import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useLayout } from '../core/layout';
import { storePlace } from '../core/left';
import { useSignedIn } from '../core/session';

/** Remembers the page of the user for their next sign-in: at each change of the address, and when the window closes. */
export function useLastPlace(): void {
  const { pathname, search } = useLocation();
  const { user, viewer } = useSignedIn();
  const firstSearch = useLayout((layout) => layout.firstSearch);
  // A search that Review should open with replaces the last one.
  const address = pathname === '/review' && firstSearch !== null ? pathname : pathname + search;
  useEffect(() => {
    // A view as another user leaves no traces.
    if (viewer) return;
    const store = () => void storePlace(user.user_id, address);
    store();
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [address, user.user_id, viewer]);
}
