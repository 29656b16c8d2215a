/** A value with what it was before and after. `tag`: what the last change was about; `at`: when it was made, in ms. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[]; tag: string | undefined; at: number };

/** More steps than anybody goes back. */
const maxSteps = 500;
/** A pause in typing after which the rest is a step of its own. */
const pauseMs = 1000;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], tag: undefined, at: 0 });

/** A change. Several in a row with the same tag and without a pause, such as typing in one field, are undone as one. */
export function changed<T>(history: History<T>, now: T, tag?: string, at = Date.now()): History<T> {
  if (now === history.now) return history;
  const joins = tag !== undefined && tag === history.tag && at - history.at < pauseMs;
  const past = joins ? history.past : [...history.past, history.now].slice(-maxSteps);
  return { past, now, future: [], tag, at };
}

export function undone<T>({ past, now, future, at }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, at, tag: undefined };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], at, tag: undefined };
}

export function redone<T>({ past, now, future, at }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future, at, tag: undefined };
  return { past: [...past, now], now: next, future: rest, at, tag: undefined };
}
