import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/** What the address says at this moment. The page that is drawn from it follows a while later. */
export const paramsNow = (): URLSearchParams => new URLSearchParams(window.location.search);

/**
 * What the address says of the page, and a way to change part of it. A change starts from the address as it is at that
 * moment: useSearchParams starts from the last render, and of two changes between renders would lose the first.
 */
export function useAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback(
    (write: (params: URLSearchParams) => void, options: NavigateOptions = { replace: true }) => {
      const next = paramsNow();
      write(next);
      void navigate(`?${next}`, options);
    },
    [navigate],
  );
  return { params, change };
}
