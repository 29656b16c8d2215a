/**
 * Returns a function that runs work, and ignores further work until it has ended. Keys arrive faster than the window
 * renders, so a button that is busy or gone does not keep a second one away.
 */
export function oneAtATime(): (work: () => Promise<unknown>) => Promise<void> {
  let isUnderWay = false;
  return async (work) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await work();
    } finally {
      isUnderWay = false;
    }
  };
}
