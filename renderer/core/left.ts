import type { Session } from '@shared/contract/sessions';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';

type Person = { user_id: string; name: string; login: string };
type Left = { person: Person; address: string };

/** The user whose session ended without a sign-out, because the window was locked, and the page they were on. */
export const useLeft = create<{ left: Left | null }>()(() => ({ left: null }));

const readers = new Map<string, () => unknown>();
/** The state that parts of that page kept, by name: ids, positions, and unsaved input in forms. No data of calls. */
const kept = new Map<string, unknown>();

/** Stores whose session has ended and which page was open. */
export function remember({ user: { user_id, name, fieldset_login } }: Session): void {
  for (const [part, read] of readers) kept.set(part, read());
  const address = window.location.pathname + window.location.search;
  useLeft.setState({ left: { person: { user_id, name, login: fieldset_login?.login ?? '' }, address } });
}

/** The next user starts without kept state. */
export function forgetLeft(): void {
  kept.clear();
  useLeft.setState({ left: null });
}

/**
 * Keeps the state of a part of the page while the window is locked: `read` is called when the session ends. Returns the
 * kept state to the first such part after the same user has signed in again.
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
