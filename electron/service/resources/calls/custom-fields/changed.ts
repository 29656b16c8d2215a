import type { Part } from '../../../context';

/** Tells what follows changes of fields. */
export const changedFields: Part<{ follow: (act: () => void) => void; tell: () => void }> = () => {
  const followers: (() => void)[] = [];
  return {
    follow: (act) => followers.push(act),
    tell: () => {
      for (const act of followers) act();
    },
  };
};
