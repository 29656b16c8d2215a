import type { Session } from '@shared/contract/sessions';
import type { Person } from '@shared/ipc';
import { useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';
import { bridge } from '../api/bridge';
import { holdUnsaved, type UnsavedPlace } from './unsaved';

/** `address`: null if the page is not known to this window, which was opened later. */
type EndedSession = { person: Person; address: string | null };

/** The user whose session ended without a sign-out, because the window was locked, and the page they were on. */
export const useEndedSession = create<{ left: EndedSession | null }>()(() => ({ left: null }));

type Reader = { read: () => unknown; lasts: boolean };
const readers = new Map<string, Reader>();
/** The state that parts of that page kept, by name: ids, positions, and unsaved input in forms. No data of calls. */
const kept = new Map<string, unknown>();

/** Stores whose session has ended and which page was open. */
export function rememberSession({ user: { user_id, name, fieldset_login } }: Session): void {
  for (const [part, { read }] of readers) kept.set(part, read());
  const address = window.location.pathname + window.location.search;
  useEndedSession.setState({ left: { person: { user_id, name, login: fieldset_login?.login ?? '' }, address } });
}

/** This window was opened while it was locked for somebody. */
export const rememberLocked = (person: Person): void => useEndedSession.setState({ left: { person, address: null } });

/** The next user starts without kept state. */
export function forgetEndedSession(): void {
  kept.clear();
  staying.clear();
  useEndedSession.setState({ left: null });
}

const storageKeyOf = (user_id: string) => `earshot.place.${user_id}`;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What was searched for, which is only stored sealed: the page to continue at, and the search of the page that was shown. */
type Search = { address: string; search: string };
const isSearch = (value: unknown): value is Search =>
  isObject(value) && ['address', 'search'].every((name) => typeof Reflect.get(value, name) === 'string');
let latest: { text: string; sealed: string | null } | null = null;

/**
 * Stores the page of a user for their next sign-in, also after a restart, with the state of the parts that last. At the end
 * of the page there is no time to seal anything: then only the parts of a page that is sealed already are stored.
 */
export async function storePlace(user_id: string, address: string): Promise<void> {
  const text = JSON.stringify({ address, search: window.location.search } satisfies Search);
  if (latest?.text !== text) {
    latest = { text, sealed: null };
    const sealed = await bridge.seal(text).catch(() => null);
    if (latest.text !== text) return;
    latest = { text, sealed };
  }
  if (latest.sealed === null) return;
  const parts = [...readers].flatMap(([part, { read, lasts }]) => (lasts ? [[part, withSearch(read())] as const] : []));
  localStorage.setItem(
    storageKeyOf(user_id),
    JSON.stringify({ sealed: latest.sealed, parts: Object.fromEntries(parts) }),
  );
}

/** The state of a part without the search of its page, or with it again. */
const withSearch = (state: unknown, search?: string): unknown =>
  isObject(state) && (search !== undefined || 'search' in state) ? { ...state, search } : state;

/** How long a sign-in waits for the keychain, which may ask its user to unlock it. */
const mostUnsealMs = 1_000;

/** Continues at the page that is stored for a user. */
export async function restorePlace({ user_id, name, fieldset_login }: Session['user']): Promise<void> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeyOf(user_id)) ?? 'null');
    // Earlier versions stored the page in clear.
    if (!isObject(stored) || !('sealed' in stored) || typeof stored.sealed !== 'string')
      return localStorage.removeItem(storageKeyOf(user_id));
    const late = new Promise<null>((resolve) => setTimeout(resolve, mostUnsealMs, null));
    const place: unknown = JSON.parse((await Promise.race([bridge.unseal(stored.sealed), late])) ?? 'null');
    if (!isSearch(place)) return;
    if ('parts' in stored && isObject(stored.parts))
      for (const [part, state] of Object.entries(stored.parts)) kept.set(part, withSearch(state, place.search));
    const person = { user_id, name, login: fieldset_login?.login ?? '' };
    useEndedSession.setState({ left: { person, address: place.address } });
  } catch {
    // Not as it was stored: the user starts at the first page.
  }
}

/**
 * Keeps the state of something that is not a component while the window is locked, until `end` is called. `before`: what
 * was kept.
 */
export function keep<T>(part: string, read: () => T | undefined): { before: T | undefined; end: () => void } {
  const before = keptOf<T>(part);
  kept.delete(part);
  readers.set(part, { read, lasts: false });
  return { before, end: () => void readers.delete(part) };
}

/** What a part that stays is in the user's words, and where. */
export type Staying = UnsavedPlace & { name: string };
/** Parts that stay, by name. */
const staying = new Map<string, Staying>();
const isUnsaved = (part: string) => (readers.get(part)?.read() ?? kept.get(part)) !== undefined;
holdUnsaved({
  names: () => [...staying].flatMap(([part, { name }]) => (isUnsaved(part) ? [name] : [])).join(', ') || null,
  at: () => [...staying].find(([part]) => isUnsaved(part))?.[1] ?? null,
});

/** Drops what a part kept, because there is nothing left that it could be saved to. */
export function forgetKept(part: string): void {
  kept.delete(part);
  staying.delete(part);
}

/** The state kept by a part that is not on the page. */
export const keptOf = <T>(part: string): T | undefined => kept.get(part) as T | undefined;

/** Whether a part finds what it kept, such as the input of a form that was closed. */
export const isKept = (part: string): boolean => keptOf(part) !== undefined;

type Keeping = {
  /**
   * Also until the next visit of the page, and of the last page across a restart. Not for data of calls, and of what was
   * searched for only `search`, that of the address.
   */
  lasts?: boolean;
  /**
   * Also while the part is not on the page: what it is, and where. For input that is not saved. Without any, `read`
   * returns undefined.
   */
  stays?: Staying | undefined;
};

/**
 * Keeps the state of a part of the page while the window is locked: `read` is called when the session ends. Returns the
 * kept state to the first such part after the same user has signed in again.
 */
export function useKept<T>(part: string, read: () => T, { lasts = false, stays }: Keeping = {}): T | undefined {
  const [before] = useState(() => keptOf<T>(part));
  const readLatest = useEffectEvent(read);
  const mayStay = stays !== undefined;
  useEffect(() => {
    kept.delete(part);
    readers.set(part, { read: () => readLatest(), lasts });
    return () => {
      readers.delete(part);
      const now = readLatest();
      // What a lock has kept stays, of a part that it has emptied.
      if (mayStay || (lasts && now !== undefined)) kept.set(part, now);
    };
  }, [part, lasts, mayStay]);
  useEffect(() => {
    if (stays !== undefined) staying.set(part, stays);
  });
  return before;
}
