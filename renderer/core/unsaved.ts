import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paramsNow } from './address';
import { showInspector } from './layout';

/** An address, and what the page finds with it (`useLocation().state`). */
export type UnsavedPlace = { address: string; state?: unknown };

type Part = {
  /** What of it is not saved, in the user's words; null if everything is. */
  names: () => string | null;
  /** Where it is, if that may not be on the page. */
  at?: () => UnsavedPlace | null;
  /** Saves it now, if it saves by itself. */
  save?: () => Promise<unknown>;
};

const parts = new Set<Part>();

/** Enters something that may be unsaved, until the returned function is called. It is asked for before the window is left. */
export function holdUnsaved(part: Part): () => void {
  parts.add(part);
  return () => void parts.delete(part);
}

/** The same while the component is mounted. */
export function useUnsaved(names: () => string | null): void {
  const latestNames = useEffectEvent(names);
  useEffect(() => holdUnsaved({ names: () => latestNames() }), []);
}

/** What is not saved anywhere in the window, in the user's words. */
export const unsavedNames = (): string[] => [...new Set([...parts].flatMap((part) => part.names() ?? []))];

/** Saves what saves by itself, and waits for that at most a second by default. Returns the names of what is still not saved. */
export async function saveAtOnce(timeoutMs = 1_000): Promise<string[]> {
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all([...parts].map((part) => part.save?.())), late]);
  return unsavedNames();
}

/** Goes to what is not saved, unless some of it is on the page. The list of calls keeps its search. */
export function useGoToUnsaved(): () => void {
  const navigate = useNavigate();
  return () => {
    const places = [...parts].flatMap((part) => (part.names() === null ? [] : [part.at?.() ?? null]));
    const [first] = places;
    if (!first || places.includes(null)) return;
    const { pathname, searchParams } = new URL(first.address, window.location.href);
    const isHere = pathname === window.location.pathname;
    const search = isHere ? paramsNow() : new URLSearchParams();
    for (const [name, value] of searchParams) search.set(name, value);
    void navigate({ pathname, search: `${search}` }, { state: first.state });
    showInspector();
  };
}
