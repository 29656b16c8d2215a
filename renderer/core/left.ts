import type { Session } from '@shared/contract/sessions';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';

type Person = { user_id: string; name: string; login: string };
type Left = { person: Person; address: string };

/** Who had the session, and the page they were on, once it has ended without a sign-out: the window was locked. */
export const useLeft = create<{ left: Left | null }>()(() => ({ left: null }));

const readers = new Map<string, () => unknown>();
/** What the parts of that page kept, by name: ids, positions, and what was typed into a form but not saved. Nothing of a call. */
const kept = new Map<string, unknown>();

/** Remembers whose session has ended, and where they were. */
export function remember({ user: { user_id, name, fieldset_login } }: Session): void {
  for (const [part, read] of readers) kept.set(part, read());
  const address = window.location.pathname + window.location.search;
  useLeft.setState({ left: { person: { user_id, name, login: fieldset_login?.login ?? '' }, address } });
}

/** The next person who signs in starts with an empty place. */
export function forgetLeft(): void {
  kept.clear();
  useLeft.setState({ left: null });
}

/**
 * Keeps where a part of the page stands while the window is locked: `read` is asked when the session ends. Returns what
 * was kept, to the first such part after the same person is back.
 */
export function useKept<T>(part: string, read: () => T): T | undefined {
  const [before] = useState(() => kept.get(part) as T | undefined);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    kept.delete(part);
    readers.set(part, () => latest.current());
    return () => void readers.delete(part);
  }, [part]);
  return before;
}
