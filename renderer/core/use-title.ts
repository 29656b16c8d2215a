import { useEffect } from 'react';

/** Adds what is open to the title of the window, as long as the component is mounted. */
export function useTitle(open: string | undefined): void {
  useEffect(() => {
    if (open === undefined) return;
    document.title = `${open} – Earshot`;
    return () => {
      document.title = 'Earshot';
    };
  }, [open]);
}
