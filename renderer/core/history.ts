/** A value with what it was before and after. `tag`: what the last change was about. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[]; tag: string | undefined };

/** More steps than anybody goes back. */
const mostSteps = 500;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], tag: undefined });

/** A change. Several in a row with the same tag, such as typing in one field, are undone as one. */
export function changed<T>(history: History<T>, now: T, tag?: string): History<T> {
  if (now === history.now) return history;
  const joins = tag !== undefined && tag === history.tag;
  const past = joins ? history.past : [...history.past, history.now].slice(-mostSteps);
  return { past, now, future: [], tag };
}

export function undone<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, tag: undefined };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], tag: undefined };
}

export function redone<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, now, future, tag: undefined };
  return { past: [...past, now], now: next, future: rest, tag: undefined };
}
