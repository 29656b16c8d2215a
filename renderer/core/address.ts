import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

/** The parameters of the address now. The page that is rendered for it follows later. */
export const paramsNow = (): URLSearchParams => new URLSearchParams(window.location.search);

/**
 * Whether a rendered location is that of the newest address: on a busy computer, a page can be rendered much later.
 * `key` is that of useLocation; React Router keeps it with each entry of the history.
 */
export const isNewest = (key: string): boolean => key === (window.history.state?.key ?? 'default');

/**
 * The parameters of the address, and a function that changes some of them. A change starts from the current address.
 * useSearchParams would start from the last render, and lose the first of two changes between renders. A change that
 * comes when the user is already on the way to another page is dropped: it would lead back. `within` is the path of a page
 * whose further pages are shown next to it.
 */
export function useAddress(within?: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const change = useCallback(
    (write: (params: URLSearchParams) => void, options: NavigateOptions = { replace: true }) => {
      const now = window.location.pathname;
      const isHere = now === (within ?? pathname) || (within !== undefined && now.startsWith(`${within}/`));
      if (!isHere) return;
      const next = paramsNow();
      write(next);
      void navigate({ pathname: now, search: `${next}` }, options);
    },
    [navigate, pathname, within],
  );
  return { params, change };
}
