import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

/** The parameters of the address now. The page that is rendered for it follows later. */
export const paramsNow = (): URLSearchParams => new URLSearchParams(window.location.search);

/**
 * The parameters of the address, and a function that changes some of them. A change starts from the current address.
 * useSearchParams would start from the last render, and lose the first of two changes between renders. A change that
 * comes when the user is already on the way to another page is dropped: it would lead back.
 */
export function useAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const change = useCallback(
    (write: (params: URLSearchParams) => void, options: NavigateOptions = { replace: true }) => {
      if (window.location.pathname !== pathname) return;
      const next = paramsNow();
      write(next);
      void navigate(`?${next}`, options);
    },
    [navigate, pathname],
  );
  return { params, change };
}
