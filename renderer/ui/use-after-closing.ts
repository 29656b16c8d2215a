import { useEffect, useRef } from 'react';

/**
 * For the content of a popover or a dialog: keeps work until the content is gone and the focus is back where it was.
 * What takes the focus earlier would later return it to an element that is gone.
 */
export function useAfterClosing(): (work: () => void) => void {
  const kept = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      const work = kept.current;
      // React Aria returns the focus in the next frame, which it has already asked for.
      if (work) requestAnimationFrame(work);
    },
    [],
  );
  return (work) => {
    kept.current = work;
  };
}
